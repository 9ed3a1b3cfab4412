/** A change in one place asks for the browser tests about that place. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { browserTestsFor } from "./changed-tests.ts";
import { repository } from "./files.ts";

test("a panel's change asks for its tests, a part that all use for all", () => {
  expect(browserTestsFor(["web/viewer/timeline/lanes.ts", "web/viewer/timeline/lanes.test.ts"])).toEqual([
    "tests/e2e/viewer-playback",
    "tests/e2e/viewer-timeline",
  ]);
  expect(browserTestsFor(["web/ui/theme.ts", "web/render/box-layer.ts"])).toEqual(["tests/e2e/", "tests/render/"]);
  expect(browserTestsFor(["tests/e2e/auth.spec.ts"])).toEqual(["tests/e2e/auth.spec.ts"]);
  expect(browserTestsFor(["README.md", "web/session/saver.test.ts", "cli/bin.js"])).toEqual([]);
});

test("every folder of the app asks for tests that are there", () => {
  const specs = readdirSync(`${repository}tests/e2e`).map((name) => `tests/e2e/${name}`);
  const folders = readdirSync(`${repository}web`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of folders) {
    const wanted = browserTestsFor([`web/${name}/x.ts`]).filter((spec) => spec.startsWith("tests/e2e/"));
    if (name === "public") continue;
    expect(wanted, name).not.toEqual([]);
    expect(specs.some((spec) => wanted.some((start) => spec.startsWith(start)))).toBe(true);
  }
});
