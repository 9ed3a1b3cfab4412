/** Every row of the tables in README.md names an existing test. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

test("every row names a test that is there", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const rows = [...readme.matchAll(/^\| (.+) \| `([^`]+)` (.+) \|$/gm)];
  const missing = rows.filter(([, , path = "", title = ""]) => {
    const file = fileURLToPath(new URL(path, import.meta.url));
    return !existsSync(file) || !readFileSync(file, "utf8").includes(title);
  });
  expect(missing.map(([row]) => row)).toEqual([]);
  const lines = readme.split("\n").filter((line) => line.startsWith("| ") && !/^\| (input|incident) \|/.test(line));
  expect(rows.length).toBe(lines.length);
  expect(rows.length).toBeGreaterThan(80);
});
