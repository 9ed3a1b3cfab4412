/** Depth and values are counted outside of strings. */
import { expect, test } from "vitest";

import { checkJsonBounds } from "./json-bounds.ts";

const check = (text: string, maxValues?: number) => () => checkJsonBounds(Buffer.from(text), maxValues);

test("a document may nest a thousand levels", () => {
  expect(check("[".repeat(1000) + "]".repeat(1000))).not.toThrow();
  expect(check("[".repeat(1001) + "]".repeat(1001))).toThrow("nests deeper than 1000 levels");
  expect(check('{"a":'.repeat(1001))).toThrow("nests deeper than 1000 levels");
  expect(check("[],{},".repeat(5000))).not.toThrow();
});

test("brackets in texts do not count, whatever is escaped there", () => {
  expect(check(JSON.stringify(["[".repeat(5000), '"\\[{'.repeat(5000)]))).not.toThrow();
  expect(check(`["\\\\",${"[".repeat(1001)}`)).toThrow("nests deeper");
});

test("values are counted where there is a bound", () => {
  const list = JSON.stringify(Array(2000).fill(","));
  expect(check(list)).not.toThrow();
  expect(check(list, 2001)).not.toThrow();
  expect(check(list, 1999)).toThrow("has more than 1999 values");
  expect(check(JSON.stringify(Array(1000).fill([])), 1500)).toThrow("has more than 1500 values");
});
