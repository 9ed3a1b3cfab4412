/** Announces that changes of an earlier page were restored, or that they are kept aside. */

import { notifications } from "@mantine/notifications";
import { lazyFunction } from "../../base/lazy.ts";
import { t } from "../../base/texts/index.ts";
import type { OpenWorkspace } from "../../session/open-workspace.ts";
import { timeText } from "./time-text.ts";

const announceAside = lazyFunction(async () => (await import("./announce-aside.tsx")).announceAside);

export function announceRecovery({ recovered, aside }: OpenWorkspace): void {
  if (recovered !== undefined && recovered.count > 0) {
    const { count, touched } = recovered;
    notifications.show({ autoClose: 10_000, message: t("viewer.recovered", { count, time: timeText(touched) }) });
  }
  for (const each of aside) announceAside(each);
}
