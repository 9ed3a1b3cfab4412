/** A field that adds datasets; each camera of a dataset with several is scored separately. */
import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import { DatasetField } from "../DatasetField.tsx";

export function AddDataset({ onAdd }: { onAdd(id: string): void }) {
  return (
    <DatasetField
      label={t("scoring.add.label")}
      placeholder={t("scoring.add.placeholder")}
      nothing={t("scoring.add.nothing")}
      onChoose={({ _id, meta, name }) => {
        if (meta.type === "multi") {
          notifications.show({ color: "yellow", message: t("scoring.add.multi", { name }) });
        } else onAdd(_id);
      }}
    />
  );
}
