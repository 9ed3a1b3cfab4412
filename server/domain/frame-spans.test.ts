import { expect, test } from "vitest";
import { areDisjoint, joinSpans, spansOf } from "./frame-spans.ts";

test("records are on stretches of frames, which two sets share or not", () => {
  const spans = spansOf([
    { begin: 7, end: 9 },
    { begin: 0, end: 2 },
    { begin: 3, end: 3 },
  ]);
  expect(spans).toEqual([
    [0, 3],
    [7, 9],
  ]);
  expect(areDisjoint(spans, [[4, 6]])).toBe(true);
  expect(areDisjoint(spans, [[3, 6]])).toBe(false);
  expect(joinSpans([...spans, [4, 6]])).toEqual([[0, 9]]);
});
