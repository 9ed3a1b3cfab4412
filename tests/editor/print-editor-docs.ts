/**
 * Writes docs/reference/modes.md, tools.md and keyboard.md from the editor itself, and the keys in the user guide.
 * usage: node tests/editor/print-editor-docs.ts [--check]   (--check: fail if a committed file is outdated)
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import "../support/english.ts";
import { printKeyboardReference, renewKeys } from "../../web/commands/keyboard-reference.ts";
import { printModeTable } from "./mode-table.ts";
import { printToolTable } from "./tool-table.ts";

const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const guide = readdirSync(`${docs}user-guide`).filter((name) => name.endsWith(".md"));
const pages: Readonly<Record<string, string>> = {
  "reference/keyboard.md": printKeyboardReference(),
  "reference/modes.md": printModeTable(),
  "reference/tools.md": printToolTable(),
  ...Object.fromEntries(
    guide.map((name) => [`user-guide/${name}`, renewKeys(readFileSync(`${docs}user-guide/${name}`, "utf8"))]),
  ),
};

const isCheck = process.argv.includes("--check");
for (const [name, text] of Object.entries(pages)) {
  const path = `${docs}${name}`;
  if (!isCheck) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`docs/${name} is not fresh: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
