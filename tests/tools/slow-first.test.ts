/** Files of slow folders come first, and those folders exist. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { TestSpecification, Vitest } from "vitest/node";
import { projectFiles, repository } from "./files.ts";
import { isSlow, SlowFirst, slowFolders } from "./slow-first.ts";

test("every slow folder has tests", () => {
  const files = projectFiles().filter((file) => file.endsWith(".test.ts"));
  for (const folder of slowFolders) expect(files, folder).toContainEqual(expect.stringMatching(`^tests/${folder}/`));
});

test("slow files are first, in their own order; all others keep theirs", async () => {
  const config = { isolate: true, sequence: { groupOrder: 0 } };
  const files = projectFiles()
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => ({ moduleId: join(repository, file), project: { name: "unit", config } }));
  const nothingKnown = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
  const sorted = await new SlowFirst(nothingKnown).sort(files as unknown as TestSpecification[]);
  const slow = sorted.map(isSlow);
  expect(slow.indexOf(false)).toBe(slow.lastIndexOf(true) + 1);
  expect(new Set(sorted)).toEqual(new Set(files));
});
