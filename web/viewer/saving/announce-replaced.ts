/** Reports which styles and definitions of another user a save has overwritten. */

import { notifications } from "@mantine/notifications";
import { t } from "../../base/texts/index.ts";
import type { ConfigurationEntry } from "../../session/dataset/configuration-values.ts";

export function announceReplaced(entries: readonly ConfigurationEntry[]): void {
  const names = [...new Set(entries.map(({ key }) => key))].join(", ");
  notifications.show({ color: "yellow", autoClose: false, message: t("viewer.configurationReplaced", { names }) });
}
