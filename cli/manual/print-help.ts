/**
 * Writes cli/help-text.js: the help of each command line as a whole, which `--help` alone prints without loading any
 * command (quick-help.js).
 * usage: node cli/manual/print-help.ts [--check]   (--check: fail when the committed file is not fresh)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { annotations } from "../annotations.ts";
import { buildProgram, type Program } from "../program.ts";
import { wakeline } from "../wakeline.ts";

/** The help as a pipe gets it: 80 columns, without colors. */
async function helpOf(definition: Program): Promise<string> {
  const program = await buildProgram(definition, []);
  const pieces: string[] = [];
  program.configureOutput({
    writeOut: (text) => pieces.push(text),
    getOutHelpWidth: () => 80,
    getOutHasColors: () => false,
  });
  program.outputHelp();
  return pieces.join("");
}

const literal = (text: string): string => `\`${text.replaceAll(/[`\\$]/g, String.raw`\$&`)}\``;

const text = `/** Generated from the commands by \`npm run generate\`: do not edit. */

export const wakelineHelp = ${literal(await helpOf(wakeline))};

export const annotationsHelp = ${literal(await helpOf(annotations))};
`;

const path = new URL("../help-text.js", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error("cli/help-text.js is not fresh: run `npm run generate`.");
  process.exitCode = 1;
}
