import { expect, test } from "vitest";
import { layOutRows } from "./rows.ts";

const layOut = (...spans: readonly (readonly [number, number])[]) => {
  const { rows, rowCount, byRow } = layOutRows(
    Uint32Array.from(spans, ([begin]) => begin),
    Uint32Array.from(spans, ([, end]) => end),
  );
  expect(
    byRow.flatMap((indices, row) => indices.map((index) => [index, row])).toSorted((a, b) => a[0]! - b[0]!),
  ).toEqual([...rows].map((row, index) => [index, row]));
  return { rows: [...rows], rowCount };
};

test("bars that overlap lie in different rows, the others share one", () => {
  expect(layOut([0, 4], [2, 6], [6, 9], [8, 8])).toEqual({ rows: [0, 1, 0, 1], rowCount: 2 });
  expect(layOut([5, 6], [0, 1])).toEqual({ rows: [0, 0], rowCount: 1 });
  expect(layOut()).toEqual({ rows: [], rowCount: 0 });
});

test("bars of a row do not touch: where one ends on a frame, the next begins two later", () => {
  expect(layOut([0, 4], [5, 9])).toEqual({ rows: [0, 1], rowCount: 2 });
  expect(layOut([0, 4], [6, 9])).toEqual({ rows: [0, 0], rowCount: 1 });
});

test("no two bars of a row overlap, and there are no more rows than bars at one time", () => {
  const spans = Array.from({ length: 3000 }, (_, i) => {
    const begin = (i * 7919) % 5000;
    return [begin, begin + ((i * 104_729) % 97)] as const;
  });
  const { rows, rowCount } = layOut(...spans);
  const atOnce = new Uint32Array(5200);
  for (const [begin, end] of spans)
    for (let frame = begin; frame <= end + 1; frame += 1) atOnce[frame] = atOnce[frame]! + 1;
  expect(rowCount).toBe(Math.max(...atOnce));
  for (let row = 0; row < rowCount; row += 1) {
    const bars = spans.filter((_, index) => rows[index] === row).toSorted((a, b) => a[0] - b[0]);
    for (const [at, [, end]] of bars.entries())
      expect(bars[at + 1]?.[0] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(end + 1);
  }
});
