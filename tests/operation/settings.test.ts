/** The table of settings matches the program. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const variables = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
];

test("each variable that the server reads is in the table of settings, and no other", () => {
  const config = read("server/config.ts") + read("server/identity-config.ts");
  const inCode = [
    ...variables(config, /env\["([A-Z_]+)"\]/g),
    ...variables(config, /(?:integer|boolean|choice)\(\s*env,\s*"([A-Z_]+)"/g),
  ];
  const inTable = variables(read("docs/operation/settings.md"), /^\| `([A-Z_]+)` \|/gm);
  expect(inCode.length).toBeGreaterThan(20);
  expect(inTable.toSorted()).toEqual([...new Set(inCode)].toSorted());
});
