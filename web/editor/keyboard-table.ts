/** The keyboard reference, printed from the commands. */

import { t } from "../base/texts/index.ts";
import { commands, type CommandGroup } from "./commands.ts";

const commandGroups: readonly CommandGroup[] = ["general", "selectedMode", "playback", "editingMode"];

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
  }
}

export function printKeyboardReference(): string {
  const lines = [
    "# Keyboard",
    "",
    "All shortcuts of the viewer. Printed from the commands themselves (`npm run generate`); do not edit.",
    "",
    "Shortcuts rest while a dialog is open and while you type. On a Mac, Ctrl is the Command key.",
  ];
  for (const group of commandGroups) {
    lines.push("", `## ${groupTitle(group)}`, "", "| key | what it does | command |", "|---|---|---|");
    for (const command of commands) {
      if (command.group !== group) continue;
      const keys = command.defaultKeys.map((key) => `\`${key}\``).join(" or ");
      lines.push(`| ${keys} | ${t(command.label)} | \`${command.id}\` |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
