/** List options as menu items. */
import { Menu } from "@mantine/core";
import { useSignals } from "@preact/signals-react/runtime";
import { t } from "../../base/texts/index.ts";
import { askBeforeDeleting } from "../preferences.ts";

export default function ListOptionItems() {
  useSignals();
  return (
    <Menu.CheckboxItem
      checked={askBeforeDeleting.value}
      onChange={(checked: boolean) => (askBeforeDeleting.value = checked)}
    >
      {t("browse.delete.ask")}
    </Menu.CheckboxItem>
  );
}
