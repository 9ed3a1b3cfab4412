import { expect, test } from "vitest";
import { boundedRanges } from "./bounded-ranges.ts";

const half = 512 * 1024;

test("each request gets an end; those that continue each other become longer, up to a limit", () => {
  const bounded = boundedRanges();
  expect(bounded("bytes=0-")).toBe(`bytes=0-${half - 1}`);
  expect(bounded(`bytes=${half}-`)).toBe(`bytes=${half}-${3 * half - 1}`);
  expect(bounded("bytes=99-")).toBe(`bytes=99-${99 + half - 1}`);
  const lengths: number[] = [];
  for (let at = 99 + half, n = 0; n < 5; n++) {
    const end = Number(bounded(`bytes=${at}-`).split("-")[1]) + 1;
    lengths.push((end - at) / half);
    at = end;
  }
  expect(lengths).toEqual([2, 4, 8, 16, 16]);
});
