/**
 * Writes manual pages, one for each command.
 * usage: node cli/manual/print-manual.ts FOLDER [--offline]   (--offline: those of `@wakeline/annotations`)
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { annotations } from "../annotations.ts";
import { readVersion } from "../base/process/version.ts";
import { buildProgram, helpAfter, type Program } from "../program.ts";
import { wakeline } from "../wakeline.ts";
import type { CommandEntry } from "../command-entry.ts";
import { manualPage, pageName } from "./manual-page.ts";

export interface ManualPage {
  /** `wakeline-convert.1`. */
  readonly name: string;
  readonly text: string;
}

export async function manualPages(definition: Program): Promise<readonly ManualPage[]> {
  const pages: ManualPage[] = [];
  const add = async (entry: Pick<CommandEntry, "summary" | "commands">, path: readonly string[]): Promise<void> => {
    const words = path.slice(1);
    let command = await buildProgram(definition, words);
    for (const word of words) command = command.commands.find((each) => each.name() === word) ?? command;
    const more = words.length === 0 ? undefined : helpAfter(command);
    const children = entry.commands ?? [];
    const seeAlso = [
      ...(path.length > 1 ? [pageName(path.slice(0, -1))] : []),
      ...children.map(({ name }) => pageName([...path, name])),
    ];
    const facts = {
      path,
      summary: entry.summary,
      version: readVersion(),
      seeAlso,
      ...(more !== undefined && { more }),
    };
    pages.push({ name: `${pageName(path)}.1`, text: manualPage(command, facts) });
    for (const child of children) await add(child, [...path, child.name]);
  };
  const summary = definition.description.replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase());
  await add({ summary, commands: definition.commands }, ["wakeline"]);
  return pages;
}

if (import.meta.main) {
  const [folder = "man", ...options] = process.argv.slice(2);
  mkdirSync(folder, { recursive: true });
  const pages = await manualPages(options.includes("--offline") ? annotations : wakeline);
  for (const { name, text } of pages) writeFileSync(join(folder, name), text);
}
