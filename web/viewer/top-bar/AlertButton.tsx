/** The message that the site has for everybody. Nothing is shown where there is none. */

import { ActionIcon, Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../base/texts/index.ts";
import { useBrand } from "../../features/site.ts";
import { alertDialog } from "../../ui/confirm.tsx";

export function AlertButton() {
  const { alertMessage } = useBrand();
  if (alertMessage === "") return null;
  return (
    <Tooltip label={t("viewer.alert")}>
      <ActionIcon size={28} color="yellow" aria-label={t("viewer.alert")} onClick={() => openAlert(alertMessage)}>
        <IconAlertTriangle size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}

export function openAlert(message: string): void {
  void alertDialog({ title: t("viewer.alert"), text: message });
}
