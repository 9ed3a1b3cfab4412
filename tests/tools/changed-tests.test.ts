/** A change in one place selects the browser tests for that place. */
import { readdirSync } from "node:fs";
import { relative } from "node:path";
import { expect, test } from "vitest";
import { createVitest, type TestSpecification } from "vitest/node";
import { browserTestsFor } from "./changed-tests.ts";
import { repository } from "./files.ts";

test("a panel's change asks for its tests, a part that all use for all", () => {
  expect(browserTestsFor(["web/viewer/bottom/timeline/lanes.ts", "web/viewer/bottom/timeline/lanes.test.ts"])).toEqual([
    "tests/e2e/viewer-panels-accessibility",
    "tests/e2e/viewer-playback",
    "tests/e2e/viewer-timeline",
  ]);
  expect(browserTestsFor(["web/ui/theme/theme.ts", "web/render/box-layer.ts"])).toEqual([
    "tests/e2e/",
    "tests/render/",
  ]);
  expect(browserTestsFor(["tests/e2e/auth.spec.ts"])).toEqual(["tests/e2e/auth.spec.ts"]);
  expect(browserTestsFor(["README.md", "web/session/saver.test.ts", "cli/bin.js"])).toEqual([]);
});

test("a panel with its texts and its command asks for a few tests, not for all", () => {
  const change = [
    "web/viewer/right/notes/NotesPanel.tsx",
    "web/base/texts/en/viewer.ts",
    "web/commands/viewer-general.ts",
  ];
  expect(browserTestsFor(change)).toEqual([
    "tests/e2e/languages",
    "tests/e2e/pseudo-language",
    "tests/e2e/viewer-keys",
    "tests/e2e/viewer-menus",
    "tests/e2e/viewer-notes",
    "tests/e2e/viewer-panels-accessibility",
    "tests/e2e/viewer-remapping",
  ]);
});

test("a changed text asks for the unit tests that read texts, not for all that have texts at hand", async () => {
  const changed = `${repository}web/base/texts/en/viewer.ts`;
  // The tests of `web` represent all: a test that gets the texts from a setup file gets them here, too.
  const vitest = await createVitest("test", {
    root: repository,
    watch: false,
    related: [changed],
    project: ["pages"],
  });
  const namesOf = (specs: readonly TestSpecification[]): readonly string[] =>
    specs.map(({ moduleId }) => relative(repository, moduleId)).filter((name) => name.startsWith("web/"));
  try {
    const all = namesOf(await vitest.globTestSpecifications(["web/"]));
    const asked = namesOf(await vitest.getRelevantTestSpecifications(["web/"]));
    expect(asked).toContain("web/base/texts/texts.test.ts");
    expect(asked).not.toContain("web/base/viewport.test.ts");
    expect(all).toContain("web/base/viewport.test.ts");
    expect(asked.length).toBeLessThan(all.length / 3);
  } finally {
    await vitest.close();
  }
});

test("every panel of the viewer asks for a few tests that are there", () => {
  const specs = readdirSync(`${repository}tests/e2e`).map((name) => `tests/e2e/${name}`);
  const places = readdirSync(`${repository}web/viewer`, { withFileTypes: true, recursive: true });
  const withPanel = places
    .filter((entry) => entry.isFile() && /^(?!use-).*-panel\.ts$/.test(entry.name))
    .map(({ parentPath }) => relative(`${repository}web/viewer`, parentPath));
  expect(withPanel.length).toBeGreaterThan(10);
  for (const folder of new Set(withPanel)) {
    const wanted = browserTestsFor([`web/viewer/${folder}/x.tsx`]);
    expect(wanted, folder).not.toContain("tests/e2e/viewer-");
    for (const start of wanted) expect(specs.filter((spec) => spec.startsWith(start)).length, start).toBeGreaterThan(0);
  }
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
