/** Completions for a command line. For files nothing is offered, since shells complete those themselves. */

import type { Argument, Command, Option } from "commander";
import type { CommandEntry } from "../command-entry.ts";
import { commandTree } from "../commands.ts";
import { completePath } from "./complete-path.ts";

/** @param words after `wakeline`; the last one is being typed, and may be empty */
export async function completionsOf(words: readonly string[]): Promise<readonly string[]> {
  const current = words.at(-1) ?? "";
  const offered = await candidates(words.slice(0, -1), current);
  return offered.filter((one) => one.startsWith(current));
}

async function candidates(before: readonly string[], current: string): Promise<readonly string[]> {
  let entries: readonly CommandEntry[] = commandTree;
  for (const [index, word] of before.entries()) {
    const entry = entries.find(({ name, alias }) => name === word || alias === word);
    if (entry === undefined) return [];
    if (entry.load !== undefined) return await ofCommand(await entry.load(), before.slice(index + 1), current);
    entries = entry.commands ?? [];
  }
  return entries.map(({ name }) => name);
}

async function ofCommand(command: Command, before: readonly string[], current: string): Promise<readonly string[]> {
  const valued = optionOf(command, before.at(-1));
  if (valued !== undefined && takesValue(valued)) {
    return await valuesOf(valued.argChoices, valued.flags, current);
  }
  if (current.startsWith("-")) {
    const given = new Set(before);
    return [...command.options.map(({ long }) => long ?? ""), "--help"].filter((name) => !given.has(name));
  }
  const { registeredArguments } = command;
  const place = positionals(command, before).length;
  const last: Argument | undefined = registeredArguments.at(-1);
  const argument = registeredArguments[place] ?? (last?.variadic === true ? last : undefined);
  return argument === undefined ? [] : await valuesOf(argument.argChoices, argument.name(), current);
}

function optionOf(command: Command, word: string | undefined): Option | undefined {
  return command.options.find(({ long, short }) => word !== undefined && (word === long || word === short));
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Words that are neither options nor their values. */
function positionals(command: Command, words: readonly string[]): readonly string[] {
  return words.filter((word, index) => {
    const valued = optionOf(command, words[index - 1]);
    return !(word.startsWith("-") && word !== "-") && !(valued !== undefined && takesValue(valued));
  });
}

/** @param meant the name of an argument, or the flags of an option with the name of its value */
async function valuesOf(
  choices: readonly string[] | undefined,
  meant: string,
  current: string,
): Promise<readonly string[]> {
  if (choices !== undefined) return choices;
  return /\b(dataset|folder|place)\b/.test(meant) && current.startsWith("/") ? await completePath(current) : [];
}
