/** Failures must never be counted as success. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { failedFiles, judged, maxUnsteady, sum, tallyOf, withSecondAttempt, type Tally } from "./test-reports.ts";

const folder = mkdtempSync(join(tmpdir(), "wakeline-reports-"));
afterAll(() => rmSync(folder, { recursive: true }));

function tally(runner: "vitest" | "playwright", report: unknown, exitCode: number | null): Tally {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return tallyOf(runner, file, exitCode);
}

const vitestFile = (status: string, statuses: readonly string[], message = ""): unknown => ({
  name: "a.test.ts",
  status,
  message,
  assertionResults: statuses.map((each) => ({ status: each, fullName: "a test" })),
});

test("counts vitest's tests, and a file that cannot be loaded as a failure", () => {
  const testResults = [
    vitestFile("failed", ["passed", "failed", "skipped", "todo"]),
    vitestFile("failed", [], "Boom\nat x"),
  ];
  expect(tally("vitest", { testResults }, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    failures: ["a.test.ts: a test", "a.test.ts: Boom"],
    unsteady: [],
  });
});

test("says why a test failed: what differed, and where", () => {
  const message =
    "AssertionError: expected 1 to be 2\n\n- Expected\n+ Received\n    at fill (/repository/a.test.ts:7:3)";
  const failing = { status: "failed", fullName: "adds", failureMessages: [message] };
  const file = { name: "a.test.ts", status: "failed", assertionResults: [failing] };
  expect(tally("vitest", { testResults: [file] }, 1).failures).toEqual([
    "a.test.ts: adds\n    AssertionError: expected 1 to be 2 | - Expected | + Received (at fill (/repository/a.test.ts:7:3))",
  ]);
  const errors = [{ message: "Error: \u001b[31mfailed\u001b[39m\n\nExpected: 1\nCall log:\n", location: { line: 9 } }];
  const tests = [{ status: "unexpected", results: [{ errors }, { errors }] }];
  const spec = { title: "shows", file: "a.spec.ts", line: 3, tests };
  expect(tally("playwright", { suites: [{ specs: [spec] }], errors: [] }, 1).failures).toEqual([
    `a.spec.ts:3: shows${"\n    line 9: Error: failed | Expected: 1".repeat(2)}`,
  ]);
});

test("a runner that ends badly, or leaves no report, has failed", () => {
  const testResults = [vitestFile("passed", ["passed"])];
  expect(tally("vitest", { testResults }, 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(tally("vitest", { testResults }, null)).toMatchObject({ failed: 1, failures: ["vitest ended with a signal"] });
  expect(tally("vitest", { testResults }, 0)).toMatchObject({ passed: 1, failed: 0 });
  expect(tallyOf("playwright", join(folder, "nowhere.json"), 0)).toMatchObject({ failed: 1 });
});

test("counts nested browser tests; those that needed a second try are named, load errors fail", () => {
  const spec = (status: string): unknown => ({ title: status, file: "a.spec.ts", line: 3, tests: [{ status }] });
  const inner = { specs: [spec("expected"), spec("flaky"), spec("skipped"), spec("unexpected")] };
  const report = {
    suites: [{ suites: [inner], specs: [spec("expected")] }],
    errors: [{ message: "No such module\nat y" }],
  };
  expect(tally("playwright", report, 1)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 1,
    failures: ["No such module", "a.spec.ts:3: unexpected"],
    unsteady: ["a.spec.ts:3: flaky"],
  });
});

test("a few tests may need a second try; if many do, all of them have failed", () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `a.spec.ts:${index}: a`);
  const few: Tally = { passed: 9, failed: 0, skipped: 0, failures: [], unsteady: names(maxUnsteady) };
  expect(judged(few)).toEqual(few);
  const many = names(maxUnsteady + 1);
  expect(judged({ ...few, unsteady: many })).toEqual({
    passed: 9 - many.length,
    failed: many.length,
    skipped: 0,
    failures: many,
    unsteady: [],
  });
});

test("names the files in which something failed", () => {
  const report = join(folder, "report.json");
  const testResults = [
    vitestFile("passed", ["passed"]),
    { ...(vitestFile("failed", ["passed", "failed"]) as object), name: "b.test.ts" },
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  expect(failedFiles(report)).toEqual(["b.test.ts"]);
  expect(failedFiles(join(folder, "nowhere.json"))).toEqual([]);
});

test("what failed first and passed alone needed a second try; what fails again has failed", () => {
  const first: Tally = { passed: 5, failed: 1, skipped: 1, failures: ["a.test.ts: a"], unsteady: [] };
  const second: Tally = { passed: 3, failed: 0, skipped: 0, failures: [], unsteady: [] };
  expect(withSecondAttempt(first, second)).toEqual({
    passed: 6,
    failed: 0,
    skipped: 1,
    failures: [],
    unsteady: ["a.test.ts: a"],
  });
  expect(withSecondAttempt(first, { ...second, failed: 1, failures: ["a.test.ts: a"] })).toEqual(first);
  expect(withSecondAttempt(first, { ...second, passed: 0 }), "nothing ran").toEqual(first);
});

test("sums", () => {
  const one: Tally = { passed: 1, failed: 2, skipped: 3, failures: ["a", "b"], unsteady: ["c"] };
  expect(sum([one, one])).toEqual({
    passed: 2,
    failed: 4,
    skipped: 6,
    failures: ["a", "b", "a", "b"],
    unsteady: ["c", "c"],
  });
});
