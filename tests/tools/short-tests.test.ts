/** A renamed test stays in the run that it was in: names that no file has would change the selection silently. */
import { existsSync, globSync } from "node:fs";
import { expect, test } from "vitest";
import { repository } from "./files.ts";
import { longTranscripts, longUnitTests, shortBrowserTests, sweeps } from "./short-tests.ts";

test("every test that a run names is there", () => {
  const named = longUnitTests.flatMap((pattern) => {
    const [, before = "", names = "", after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
    return names.split(",").map((name) => before + name + after);
  });
  expect(named.length).toBeGreaterThan(20);
  for (const one of named) expect(globSync(one, { cwd: repository }), one).not.toEqual([]);
  for (const one of longTranscripts) expect(existsSync(`${repository}tests/cli/transcripts/${one}`), one).toBe(true);
  for (const one of sweeps) expect(existsSync(`${repository}${one}`), one).toBe(true);
  for (const one of shortBrowserTests) expect(existsSync(`${repository}tests/${one}`), one).toBe(true);
});
