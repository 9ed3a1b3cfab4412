/**
 * Writes docs/reference/rules.md: every rule of `wakeline validate` with its level, an example and what to do.
 * usage: node cli/offline/rule-table/print-rules.ts [--check]   (--check: fail when the committed file is not fresh)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { readerProblemKinds } from "#core/formats/problems/reader-problems";
import { problemKinds } from "#core/formats/problems/problems";
import { optionalIssueRules } from "#core/types";
import { fixes } from "../fixes/fixes.ts";
import { ruleTable } from "./index.ts";
import type { Finder, Rule, RuleGroup } from "./rule.ts";

const levels = new Map<string, string>([
  ...problemKinds.map(({ code, severity, isFatal }) => [code, isFatal === true ? "refused" : severity] as const),
  ...Object.entries(readerProblemKinds).map(([code, { severity }]) => [code, severity] as const),
]);

function levelOf(code: string): string {
  const isOptional = optionalIssueRules.some((one) => one === code);
  return `${levels.get(code) ?? ""}${isOptional ? ", with **`--all`**" : ""}`;
}

/** In a table cell: ends of lines and control characters are shown as symbols. */
function code(example: string): string {
  const shown = example
    .replaceAll("\n", " ⏎ ")
    .replaceAll(/\p{Cc}/gu, pictureOf)
    .replaceAll("|", "\\|");
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

const pictureOf = (control: string): string => String.fromCodePoint(0x2400 + (control.codePointAt(0) ?? 0));

function exampleOf(rule: Rule): string {
  if (rule.example === undefined) return rule.inWords ?? "";
  if (rule.example === "") return "a file of 0 bytes";
  return `${code(rule.example)}${surroundingsOf(rule)}${finderOf(rule)}`;
}

const finders: Readonly<Record<Finder, string>> = {
  convert: "`wakeline convert`",
  viewer: "the viewer",
  server: "the server",
  "strict-read": "a strict read through the core",
};

function finderOf({ foundBy }: Rule): string {
  return foundBy === undefined ? "" : `, found by ${finders[foundBy]}`;
}

function surroundingsOf({ archive, encoding, isArchive, name = "" }: Rule): string {
  if (isArchive === true) return ` as \`${name}\` in an archive${archive === undefined ? "" : ` that is ${archive}`}`;
  if (encoding === "utf16le") return " in UTF-16";
  return encoding === "latin1" ? " in Latin-1" : "";
}

function adviceOf({ code: own, advice }: Rule, { kinds }: RuleGroup): string {
  const fix = fixes.find((one) => one.codes.includes(own) && one.kinds.some((kind) => kinds.includes(kind)));
  return fix === undefined ? advice : `${advice} **\`--fix\`**: ${fix.sentence}`;
}

function section(group: RuleGroup): string {
  const rows = group.rules.map((rule) => {
    const cells = [
      `\`${rule.code}\``,
      levelOf(rule.code),
      exampleOf(rule),
      adviceOf(rule, group).replaceAll("|", "\\|"),
    ];
    return `| ${cells.join(" | ")} |\n`;
  });
  const about = group.about === undefined ? "" : `${group.about}\n\n`;
  return `## ${group.title}\n\n${about}| id | level | example | what to do |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

const text = `<!-- Generated from cli/offline/rule-table and cli/offline/fixes by \`npm run generate\`: do not edit. -->

# Rules of \`wakeline validate\`

What is found in each format, how serious it is, what it looks like, and what to do about it. [Problems and
losses](problems.md) has the sentences. A project changes levels in \`wakeline.config.json\`: see [checking](../cli.md#checking).

- **refused**: nothing of the file is read. **error**: what it is about is left out. **warning**: it is read all the same.
- An example is what is wrong, without the file around it. Some are found by other
  commands, the viewer or the server, as the example says. Where the dataset counts (\`--media\`), it has no picture \`x.png\`.
- **\`--fix\`** says what \`wakeline validate --fix\` does. It changes only what is reported, and nothing that could be meant
  otherwise: a confidence of 95 stays, and so do rows of which one must be wrong. Line ends and a byte order mark are no
  findings and stay as they are.

${ruleTable.map(section).join("\n")}`;

const path = new URL("../../../docs/reference/rules.md", import.meta.url);
if (!process.argv.includes("--check")) writeFileSync(path, text);
else if (readFileSync(path, "utf8") !== text) {
  console.error("docs/reference/rules.md is not fresh: run `npm run generate`.");
  process.exitCode = 1;
}
