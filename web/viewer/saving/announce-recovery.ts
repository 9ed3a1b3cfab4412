/** Announces that changes of an earlier page are restored, or that they are kept aside. */

import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { timeText } from "./time-text.ts";

export function announceRecovery({ recovered, aside }: OpenWorkspace): void {
  if (recovered !== undefined && recovered.count > 0) {
    const { count, touched } = recovered;
    notifications.show({ autoClose: 10_000, message: t("viewer.recovered", { count, time: timeText(touched) }) });
  }
  if (aside.length > 0) void import("./announce-aside.tsx").then(({ announceAside }) => aside.forEach(announceAside));
}
