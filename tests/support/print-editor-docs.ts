/**
 * Writes docs/reference/modes.md and keyboard.md from the editor itself.
 * usage: node tests/support/print-editor-docs.ts [--check]   (--check: fail when a committed file is not fresh)
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { printKeyboardReference } from "../../web/commands/keyboard-reference.ts";
import { printModeTable } from "../../web/editor/mode-table.ts";

const folder = fileURLToPath(new URL("../../docs/reference/", import.meta.url));
const pages: Readonly<Record<string, string>> = {
  "keyboard.md": printKeyboardReference(),
  "modes.md": printModeTable(),
};

const isCheck = process.argv.includes("--check");
if (!isCheck) mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) {
  const path = `${folder}${name}`;
  if (!isCheck) {
    writeFileSync(path, text);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`docs/reference/${name} is not fresh: run \`npm run generate\`.`);
    process.exitCode = 1;
  }
}
