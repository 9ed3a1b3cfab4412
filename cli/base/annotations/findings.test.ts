import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { formatFinding, formatGithubAnnotation, locateProblems } from "./findings.ts";
import type { Output } from "../terminal/io.ts";

const pipe = new PassThrough() as unknown as Output;
const bytes = new TextEncoder().encode('{\n  "näme": "三",\n  "x": nope\n}');
const problem = { severity: "error", code: "json-syntax", message: "not JSON" } as const;

test("gives byte offsets a line and a column in characters", () => {
  const at = (offset: number) => locateProblems("a.json", [{ ...problem, offset }], bytes)[0];
  expect(at(0)).toMatchObject({ line: 1, column: 1 });
  expect(at(2)).toMatchObject({ line: 2, column: 1 });
  const quoteAfterName = bytes.indexOf(0x22, 6);
  expect(at(quoteAfterName)).toMatchObject({ line: 2, column: 8 });
  expect(at(bytes.indexOf(0x6e, 24))).toMatchObject({ line: 3, column: 8 });
  expect(at(bytes.length)).toMatchObject({ line: 4 });
});

test("an offset past the bytes that are known stays without a line", () => {
  const [finding] = locateProblems("a.json", [{ ...problem, offset: 9999 }], bytes);
  expect(finding).toEqual({ file: "a.json", ...problem, offset: 9999 });
});

test("offsets need not ascend", () => {
  const problems = [25, 2, 27].map((offset) => ({ ...problem, offset }));
  expect(locateProblems("a.json", problems, bytes).map(({ line }) => line)).toEqual([3, 2, 3]);
});

test("prints one line, as compilers do", () => {
  const finding = { ...problem, file: "a.csv", line: 3, column: 7, message: "bad \u001b[31mcell" };
  expect(formatFinding(pipe, finding)).toBe("a.csv:3:7: error: bad cell [json-syntax]");
  expect(formatFinding(pipe, { ...problem, file: "a.csv" })).toBe("a.csv: error: not JSON [json-syntax]");
  expect(formatFinding(pipe, { ...problem, file: "a.json", pointer: "/tracks/3" })).toBe(
    "a.json: error: not JSON (at /tracks/3) [json-syntax]",
  );
});

test("prints workflow commands with everything escaped that has a meaning there", () => {
  const finding = { ...problem, file: "a,b:c.csv", line: 3, column: 7, message: "100 %\nof it: broken" };
  expect(formatGithubAnnotation(finding)).toBe(
    "::error file=a%2Cb%3Ac.csv,line=3,col=7,title=json-syntax::100 %25%0Aof it: broken",
  );
});
