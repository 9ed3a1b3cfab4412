/** What went wrong must never be counted as success. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sum, tallyOf, type Tally } from "./test-reports.ts";

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
  });
});

test("a runner that ends badly, or leaves no report, has failed", () => {
  const testResults = [vitestFile("passed", ["passed"])];
  expect(tally("vitest", { testResults }, 1)).toMatchObject({ passed: 1, failed: 1 });
  expect(tally("vitest", { testResults }, null)).toMatchObject({ failed: 1, failures: ["vitest ended with a signal"] });
  expect(tally("vitest", { testResults }, 0)).toMatchObject({ passed: 1, failed: 0 });
  expect(tallyOf("playwright", join(folder, "nowhere.json"), 0)).toMatchObject({ failed: 1 });
});

test("counts nested browser tests; flaky ones and load errors fail", () => {
  const spec = (status: string): unknown => ({ title: status, file: "a.spec.ts", line: 3, tests: [{ status }] });
  const inner = { specs: [spec("expected"), spec("flaky"), spec("skipped"), spec("unexpected")] };
  const report = {
    suites: [{ suites: [inner], specs: [spec("expected")] }],
    errors: [{ message: "No such module\nat y" }],
  };
  expect(tally("playwright", report, 1)).toEqual({
    passed: 2,
    failed: 3,
    skipped: 1,
    failures: ["No such module", "a.spec.ts:3: flaky (flaky)", "a.spec.ts:3: unexpected"],
  });
});

test("sums", () => {
  const one: Tally = { passed: 1, failed: 2, skipped: 3, failures: ["a", "b"] };
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6, failures: ["a", "b", "a", "b"] });
});
