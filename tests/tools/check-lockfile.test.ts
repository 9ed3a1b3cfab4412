/** Plants what the lockfile check must find. */
import { expect, test } from "vitest";
import { checkLockfile, type Lockfile } from "./check-lockfile.ts";

const found = (packages: Lockfile["packages"]): readonly string[] => checkLockfile({}, { packages }).problems;

test("finds platform packages that are not listed", () => {
  const optionalDependencies = { "tool-linux": "1.0.0", "tool-mac": "1.0.0" };
  const packages = { "node_modules/tool": { optionalDependencies }, "node_modules/tool-linux": {} };
  expect(found(packages)).toEqual([expect.stringContaining("lacks 1 platform packages (tool-mac")]);
  expect(found({ ...packages, "node_modules/tool/node_modules/tool-mac": {} })).toEqual([]);
});

test("finds addresses and ranges", () => {
  expect(found({ "node_modules/a": { resolved: "https://example.org/a.tgz" } })).toHaveLength(1);
  const problems = checkLockfile({ dependencies: { a: "^1.0.0", b: "1.0.0" } }, { packages: {} }).problems;
  expect(problems).toEqual([expect.stringContaining('a "^1.0.0" is not exact')]);
});
