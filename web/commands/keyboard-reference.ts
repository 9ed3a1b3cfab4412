/** Generates the keyboard reference from the commands. */

import { t } from "../base/texts/index.ts";
import { keysOf, type CommandGroup } from "./command.ts";
import { commandGroups, groupTitle } from "./groups.ts";
import { shortenKeys } from "./keys.ts";
import { commandIds, commands, type CommandId } from "./registry.ts";

/** The commands of a group that have keys. */
export function commandsWithKeys(group: CommandGroup): readonly CommandId[] {
  return commandIds.filter((id) => commands[id].group === group && keysOf(commands[id]).length > 0);
}

/** The keys as text: "Left or D". */
export function keysText(id: CommandId): string {
  return shortenKeys(keysOf(commands[id])).join(" or ");
}

/**
 * A key in a text is a link to the reference, titled with its command: [Ctrl+S](../reference/keyboard.md
 * "dataset.save").
 */
const keyLink = /\[[^\]\n]+\](\([^)\s]*reference\/keyboard\.md "([^"\n]+)"\))/g;

/** Updates the keys in a text to those its commands have now. Throws if it names an unknown command. */
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
      const keys = shortenKeys(keysOf(commands[id])).map((key) => `\`${key}\``);
      lines.push(`| ${keys.join(" or ")} | ${t(commands[id].label)} | \`${id}\` |`);
    }
  }
  return `${lines.join("\n")}\n`;
}
