/** Times of two runners in one table. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./files.ts";
import { processorTimes, readTimes, timesTable } from "./test-times.ts";

test("adds up what both reports say, slowest first; a project that runs a file again adds to it", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-times-"));
  const unit = { name: `${repository}server/a.test.ts`, startTime: 1000, endTime: 3500, assertionResults: [1, 2] };
  writeFileSync(join(folder, "vitest.json"), JSON.stringify({ testResults: [unit, unit] }));
  writeFileSync(join(folder, "vitest-last.json"), JSON.stringify({ testResults: [unit] }));
  const specs = [{ file: "e2e/b.spec.ts", tests: [{ results: [{ duration: 9000 }] }] }];
  writeFileSync(join(folder, "playwright.json"), JSON.stringify({ suites: [{ suites: [{ specs }] }] }));
  expect(timesTable(readTimes(folder)).split("\n").slice(1, 3)).toEqual([
    "     9.0 s      1 test   tests/e2e",
    "     7.5 s      6 tests  server",
  ]);
  rmSync(folder, { recursive: true });
});

test("processor times are a table of their own, most first", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-times-"));
  const report = { name: `${repository}server/a.test.ts`, startTime: 0, endTime: 9000, assertionResults: [1] };
  writeFileSync(join(folder, "vitest.json"), JSON.stringify({ testResults: [report] }));
  expect(timesTable(readTimes(folder))).not.toContain("rocessor");
  const lines = [
    { file: `${repository}server/a.test.ts`, seconds: 1.5 },
    { file: `${repository}cli/b.test.ts`, seconds: 4 },
    { file: `${repository}server/a.test.ts`, seconds: 1 },
  ];
  writeFileSync(join(folder, processorTimes), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(timesTable(readTimes(folder)).split("\n").slice(-3)).toEqual([
    "The 15 files of unit tests with the most processor time:",
    "     4.0 s      0 tests  cli/b.test.ts",
    "     2.5 s      1 test   server/a.test.ts",
  ]);
  rmSync(folder, { recursive: true });
});
