import { expect, test } from "vitest";

import { isRawNumber, parseExactJson } from "./exact-json.ts";

const again = (text: string): string => JSON.stringify(parseExactJson(text));

test("numbers come out as they went in", () => {
  for (const text of [
    "9007199254740993",
    "-9007199254740993",
    "[1,9007199254740993,2.5]",
    '{"a":{"b":[123456789012345678901234567890]},"c":"9007199254740993"}',
    "1e400",
    "-1e+999",
    '{"__proto__x":10000000000000001}',
  ]) {
    expect(again(text)).toBe(text);
  }
});

test("numbers that JavaScript holds stay numbers", () => {
  for (const text of ["9007199254740992", "[1,-2,0.1]", "1e2", "0.30000000000000004", "[1234567890123456]", "1e-400"]) {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  }
  expect(isRawNumber(parseExactJson("9007199254740992"))).toBe(false);
  expect(isRawNumber(parseExactJson("9007199254740993"))).toBe(true);
});

test("invalid JSON is refused, with or without a long number", () => {
  expect(() => parseExactJson("[1,")).toThrow(SyntaxError);
  expect(() => parseExactJson("[9007199254740993,")).toThrow(SyntaxError);
});
