/**
 * Announces that the server refused thresholds or image settings, which are stored automatically: they apply in this
 * browser only.
 */

import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import type { SaveError } from "../../session/saving/save-error.ts";

const id = "viewer-unstored";

export function announceUnstored({ kind, message }: SaveError): void {
  const reason = kind === "permission" ? t("viewer.saveForbidden") : message;
  notifications.hide(id);
  notifications.show({
    id,
    color: "yellow",
    autoClose: 10_000,
    closeButtonProps: { "aria-label": t("common.close") },
    title: t("viewer.unstored"),
    message: `${reason}${/[.!?]$/.test(reason) ? "" : "."} ${t("viewer.unstoredNext")}`,
  });
}
