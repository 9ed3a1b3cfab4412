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

const arrowKeys = ["Left", "Right", "Up", "Down"];

/** The keys of a command as people name them: all four arrows are "Alt+Arrows", nine digits "Shift+1…9". */
export function shownKeys(keys: readonly string[]): readonly string[] {
  const modifiers = /^(?:\w+\+)*/.exec(keys[0] ?? "")?.[0] ?? "";
  const isAll = (names: readonly string[]): boolean => names.map((name) => modifiers + name).join() === keys.join();
  if (isAll(arrowKeys)) return [`${modifiers}Arrows`];
  if (isAll(Array.from({ length: 9 }, (_, at) => String(at + 1)))) return [`${modifiers}1…9`];
  return keys;
}

/** The same as text: "Left or D". */
export function keysText(id: CommandId): string {
  return shownKeys(keysOf(commands[id])).join(" or ");
}

/** A key in a text is a link to the reference that names its command: [Ctrl+S](../reference/keyboard.md "dataset.save"). */
const keyLink = /\[[^\]\n]+\](\([^)\s]*reference\/keyboard\.md "([^"\n]+)"\))/g;

/** The text with the keys that its commands have now. Throws where it names a command that is not there. */
export function renewKeys(text: string): string {
  return text.replace(keyLink, (_, target: string, id: string) => {
    if (!Object.hasOwn(commands, id)) throw new Error(`A text names the command "${id}", which is not there.`);
    return `[${keysText(id as CommandId)}]${target}`;
  });
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
      const keys = shownKeys(keysOf(commands[id])).map((key) => `\`${key}\``);
      lines.push(`| ${keys.join(" or ")} | ${t(commands[id].label)} | \`${id}\` |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
