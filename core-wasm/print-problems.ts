/**
 * Writes docs/reference/problems.md: every code with its severity and message, and every loss, from the catalogs.
 * usage: node core-wasm/print-problems.ts [--check]   (--check: fail when the committed file is not fresh)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { readerProblemKinds } from "./host/formats/problems/reader-problems.ts";
import { hostLossKinds, lossKinds } from "./host/formats/problems/losses.ts";
import { problemKinds } from "./host/formats/problems/problems.ts";

type Row = readonly string[];

/** An example of the number in a message. */
const exampleNumber = 7;

const coreRows = problemKinds.map(({ code, severity, isFatal, sentence }): Row => {
  return [`\`${code}\``, isFatal === true ? "refused" : severity, sentence(exampleNumber)];
});
const hostRows = Object.entries(readerProblemKinds).map(([code, { severity, sentence }]): Row => {
  const example = sentence as (...words: readonly string[]) => string;
  return [`\`${code}\``, severity, example(...Array<string>(Math.max(3, sentence.length)).fill("…"))];
});
const lossRows = [...lossKinds, ...hostLossKinds].map(({ kind, text }): Row => [`\`${kind}\``, text]);

function table(titles: Row, rows: readonly Row[]): string {
  const sorted = rows.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
  return [titles, titles.map(() => "---"), ...sorted]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("");
}

const text = `<!-- Generated from core-wasm/host/formats/problems/{problems,host-problems,reader-problems,losses}.ts by \`npm run generate\`: do not edit. -->

# Problems and losses

What readers of annotation files and configurations report, by code. A code never changes its meaning; sentences may be
worded better. Numbers and \`…\` stand for what the file says.

- **refused**: nothing of the file is read.
- **error**: the part it is about is left out, and reading continues; with \`--strict\` (of the core: \`strict\`) the file is refused.
- **warning**: read all the same, with the change that the sentence names; or read as it is, and probably a mistake.

${table(["code", "severity", "sentence"], [...coreRows, ...hostRows])}
## Losses

What a writer met that its format cannot hold, each counted, with the first example.

${table(["kind", "sentence"], lossRows)}`;

const path = new URL("../docs/reference/problems.md", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error("docs/reference/problems.md is not fresh: run `npm run generate`.");
  process.exitCode = 1;
}
