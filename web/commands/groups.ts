/** The headings of commands in palette, sheet and reference. */

import { t } from "../base/texts/index.ts";
import type { CommandGroup } from "./command.ts";

/** In the order of palette, sheet and reference. */
export const commandGroups: readonly CommandGroup[] = [
  "general",
  "selectedMode",
  "playback",
  "editingMode",
  "lists",
  "pages",
  "application",
];

export function groupTitle(group: CommandGroup): string {
  switch (group) {
    case "general":
      return t("commands.groupGeneral");
    case "selectedMode":
      return t("commands.groupSelectedMode");
    case "playback":
      return t("commands.groupPlayback");
    case "editingMode":
      return t("commands.groupEditingMode");
    case "pages":
      return t("commands.groupPages");
    case "application":
      return t("commands.groupApplication");
    case "lists":
      return t("commands.groupLists");
  }
}
