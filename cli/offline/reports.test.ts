import type { Log } from "sarif";
import { expect, test } from "vitest";

import type { Finding } from "../base/annotations/findings.ts";
import { writeReport } from "./reports.ts";

const finding = (file: string, rest: Partial<Finding> = {}): Finding => ({
  file,
  severity: "error",
  code: "bounds-inverted",
  message: 'x1 > x2 & "y"',
  line: 3,
  column: 7,
  ...rest,
});
const whole: Finding = {
  file: "b.json",
  severity: "warning",
  code: "no-types",
  message: "No types.",
  pointer: "/tracks/4",
};
const files = [
  { path: "in/a b.csv", findings: [finding("in/a b.csv"), finding("in/a b.csv", { line: 9 })] },
  { path: "b.json", findings: [whole] },
  { path: "c.json", findings: [] },
];

test("SARIF has a rule for each code, and a place for each finding that has one", () => {
  const { version, runs } = JSON.parse(writeReport("sarif", files, "1.2.3")) as Log;
  const [run] = runs;
  expect([version, run?.tool.driver.version, run?.tool.driver.rules?.map(({ id }) => id)]).toEqual([
    "2.1.0",
    "1.2.3",
    ["bounds-inverted", "no-types"],
  ]);
  const results = run?.results ?? [];
  expect(results.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
    ["bounds-inverted", 0, "error"],
    ["bounds-inverted", 0, "error"],
    ["no-types", 1, "warning"],
  ]);
  const places = results.map(({ locations }) => locations?.[0]?.physicalLocation);
  expect(places.map((place) => place?.artifactLocation?.uri)).toEqual(["in/a%20b.csv", "in/a%20b.csv", "b.json"]);
  expect(places.map((place) => place?.region)).toEqual([
    { startLine: 3, startColumn: 7 },
    { startLine: 9, startColumn: 7 },
    undefined,
  ]);
  expect(results[2]?.message.text).toBe("No types. (at /tracks/4)");
  // A row that has moved is the same finding.
  const [first, second, third] = results.map(({ partialFingerprints }) => partialFingerprints?.["finding/v1"]);
  expect([first === second, first === third]).toEqual([true, false]);
});

test("GitLab gets one fingerprint for each finding, and a line for each", () => {
  const issues = JSON.parse(writeReport("gitlab", files, "1")) as {
    readonly fingerprint: string;
    readonly severity: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }[];
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  expect(issues.map(({ severity, location }) => [severity, location.path, location.lines.begin])).toEqual([
    ["major", "in/a b.csv", 3],
    ["major", "in/a b.csv", 9],
    ["minor", "b.json", 1],
  ]);
});

test("JUnit XML has a test case for each file, and fails those with errors", () => {
  expect(writeReport("junit", files, "1")).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1">
  <testsuite name="wakeline validate" tests="3" failures="1" errors="0" skipped="0">
    <testcase classname="wakeline.validate" name="in/a b.csv">
      <failure message="x1 &gt; x2 &amp; &quot;y&quot;" type="bounds-inverted">in/a b.csv:3:7: error: x1 &gt; x2 &amp; &quot;y&quot; [bounds-inverted]&#10;in/a b.csv:9:7: error: x1 &gt; x2 &amp; &quot;y&quot; [bounds-inverted]</failure>
    </testcase>
    <testcase classname="wakeline.validate" name="b.json">
      <system-out>b.json: warning: No types. (at /tracks/4) [no-types]</system-out>
    </testcase>
    <testcase classname="wakeline.validate" name="c.json" />
  </testsuite>
</testsuites>
`);
});
