/** The keyboard reference, printed from the commands. */

import { t } from "../base/texts/index.ts";
import { keysOf, type CommandGroup } from "./command.ts";
import { commandIds, commands, type CommandId } from "./registry.ts";

/** As palette, sheet and reference order them. */
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

/** The commands of a group that have keys. */
export function commandsWithKeys(group: CommandGroup): readonly CommandId[] {
  return commandIds.filter((id) => commands[id].group === group && keysOf(commands[id]).length > 0);
}

/** A row of keys that differ by a digit is named by its ends: "Shift+1 … Shift+9". */
export function shownKeys(keys: readonly string[]): readonly string[] {
  const [first, last] = [keys[0], keys.at(-1)];
  return keys.length > 4 && first !== undefined && last !== undefined ? [first, "…", last] : keys;
}

export function printKeyboardReference(): string {
  const lines = [
    "# Keyboard",
    "",
    "All shortcuts. Printed from the commands themselves (`npm run generate`); do not edit.",
    "",
    "Shortcuts rest while a dialog is open and while you type. On a Mac, Ctrl is the Command key. Digits are the keys of",
    "the digit row and of the number block, whatever they type on your keyboard. What is under *Lists* counts while a row",
    "of a list has the focus.",
  ];
  for (const group of commandGroups) {
    const ids = commandsWithKeys(group);
    if (ids.length === 0) continue;
    lines.push("", `## ${groupTitle(group)}`, "", "| key | what it does | command |", "|---|---|---|");
    for (const id of ids) {
      const keys = shownKeys(keysOf(commands[id])).map((key) => (key === "…" ? key : `\`${key}\``));
      const text = keys.includes("…") ? keys.join(" ") : keys.join(" or ");
      lines.push(`| ${text} | ${t(commands[id].label)} | \`${id}\` |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
