/** Ranges and names of downloads. */
import { expect, test } from "vitest";

import { contentDisposition, parseRange } from "./download.ts";

test("ranges of a file", () => {
  expect(parseRange("bytes=0-0", 10)).toEqual({ start: 0, end: 1 });
  expect(parseRange("bytes=-20", 10)).toEqual({ start: 0, end: 10 });
  expect(parseRange("bytes=-0", 10)).toBe("unsatisfiable");
  expect(parseRange("bytes=10-", 10)).toBe("unsatisfiable");
  expect(parseRange("bytes=5-3", 10)).toBeUndefined();
  expect(parseRange("bytes=a-b", 10)).toBeUndefined();
  expect(parseRange("bytes=0-", 0)).toBeUndefined();
});

test("a name cannot break out of its header", () => {
  expect(contentDisposition('a"\r\nSet-Cookie: x\\.txt')).toBe('attachment; filename="a\\"Set-Cookie: x\\\\.txt"');
  expect(contentDisposition("\ud800.txt")).toContain("filename*=UTF-8''%EF%BF%BD.txt");
});
