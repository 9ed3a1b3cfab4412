/** Tells that changes of an earlier page are here again, or that they could not be brought back. */

import { notifications } from "@mantine/notifications";
import { localeCode, t } from "../../base/texts/index.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";

export function announceRecovery({ recovered, unrecoverable }: OpenWorkspace): void {
  if (recovered !== undefined && recovered.count > 0) {
    const { count, touched } = recovered;
    notifications.show({ autoClose: 10_000, message: t("viewer.recovered", { count, time: timeOf(touched) }) });
  }
  if (unrecoverable !== undefined) {
    const message = t("viewer.unrecoverable", { time: timeOf(unrecoverable.touched) });
    notifications.show({ color: "red", autoClose: false, message });
  }
}

function timeOf(date: Date): string {
  return new Intl.DateTimeFormat(localeCode(), { dateStyle: "short", timeStyle: "short" }).format(date);
}
