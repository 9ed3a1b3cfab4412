/**
 * Writes docs/reference/permissions.md from the table that the API tests assert. usage: node
 * tests/contract/permissions/print-permissions.ts [--check]   (--check: fail if the committed file is outdated)
 */
import { readFileSync, writeFileSync } from "node:fs";

import { routeIds, routeOf } from "#schemas";

import { type Answer, answersOf, expected, roles, roleTexts, rowProblems } from "./table.ts";
import { repository } from "../../tools/files.ts";

const words: Readonly<Record<Answer, string>> = {
  ok: "yes",
  "400": "nothing to do",
  "401": "sign in",
  "403": "no",
  "404": "none",
  "503": "not now",
};

const head = `<!-- Generated from tests/contract/permissions/table.ts by \`npm run generate\`: do not edit. -->

# Who may call what

Every route as every kind of caller; the tests make all of these calls. *Sign in* is the answer 401, *no* is 403, *nothing to
do* is 400, where the call makes no sense for this caller. *Cookie*: the cookie of a browser counts, everywhere else only a
token that a script of the page sends does.

${roles.map((role) => `- **${role}**: ${roleTexts[role]}`).join("\n")}
`;

function text(): string {
  const groups = Map.groupBy(routeIds, (id) => id.slice(0, id.indexOf(".")));
  const titles = ["call", ...roles, "cookie"];
  const tables = [...groups].map(([group, ids]) => {
    const rows = ids.map((id) => {
      const { method, path, cookie } = routeOf(id);
      const answers = answersOf(id).map((answer) => words[answer] ?? answer);
      return [`\`${method} ${path}\``, ...answers, cookie ? "yes" : ""];
    });
    const lines = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
    return `## ${group}\n\n${lines.join("\n")}\n`;
  });
  return [head, ...tables].join("\n");
}

const path = `${repository}docs/reference/permissions.md`;
const problems = rowProblems(routeIds, expected);
if (problems.length > 0) {
  console.error(`tests/contract/permissions/table.ts is not complete:\n${problems.join("\n")}`);
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) writeFileSync(path, text());
else if (readFileSync(path, "utf8") !== text()) {
  console.error("docs/reference/permissions.md is not fresh: run `npm run generate`.");
  process.exitCode = 1;
}
