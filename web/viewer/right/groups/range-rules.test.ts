import { expect, test } from "vitest";
import { beginProblem, endProblem, parseFrame } from "./range-rules.ts";

const limits = { min: 4, max: 20 };

test("begin and end keep each other's order and the track's limits", () => {
  expect(beginProblem(4, 20, limits)).toBeUndefined();
  expect(beginProblem(10, 10, limits)).toBeUndefined();
  expect(beginProblem(11, 10, limits)).toBe("lists.beginAfterEnd");
  expect(beginProblem(21, 30, limits)).toBe("lists.beginAfterEnd");
  expect(beginProblem(3, 10, limits)).toBe("lists.beginBeforeMin");
  expect(beginProblem(Number.NaN, 10, limits)).toBe("lists.beginBeforeMin");
  expect(endProblem(10, 9, limits)).toBe("lists.endBeforeBegin");
  expect(endProblem(1, 3, limits)).toBe("lists.endBeforeBegin");
  expect(endProblem(10, 21, limits)).toBe("lists.endAfterMax");
  expect(endProblem(10, Number.NaN, limits)).toBe("lists.endBeforeBegin");
});

test("[V-GROUP-11, the parsing] values are parsed as integers", () => {
  expect(["7", "7.9", "12abc", " 3"].map(parseFrame)).toEqual([7, 7, 12, 3]);
  expect(parseFrame("")).toBeNaN();
});
