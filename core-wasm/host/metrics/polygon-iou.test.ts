/** Areas compared with counted cells, and with clipped convex polygons. */
import { expect, test } from "vitest";
import { randomOf } from "../testing/random-tracks.ts";
import type { Point } from "../types.ts";
import { polygonIou, type Polygons } from "./polygon-iou.ts";

const square = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];

test("squares, holes, several polygons, closed and open outlines", () => {
  expect(polygonIou([[square(0, 0, 10)]], [[square(5, 0, 10)]])).toBeCloseTo(50 / 150, 12);
  expect(polygonIou([[square(0, 0, 10)]], [[square(0, 0, 10)]])).toBe(1);
  expect(polygonIou([[square(0, 0, 10)]], [[square(20, 0, 10)]])).toBe(0);
  // A hole in the outline, and the same hole filled by the other side.
  expect(polygonIou([[square(0, 0, 10), square(2, 2, 5)]], [[square(2, 2, 5)]])).toBe(0);
  expect(polygonIou([[square(0, 0, 10), square(2, 2, 5)]], [[square(0, 0, 10)]])).toBeCloseTo(0.75, 12);
  // Two identical polygons cover what one does.
  expect(polygonIou([[square(0, 0, 10)], [square(0, 0, 10)]], [[square(0, 0, 10)]])).toBe(1);
  const closed = [...square(0, 0, 10), [0, 0] as const];
  expect(polygonIou([[closed]], [[square(0, 0, 10)]])).toBe(1);
  expect(polygonIou([], [[square(0, 0, 10)]])).toBe(0);
  expect(polygonIou([[[[1, 1]]]], [[[[1, 1]]]])).toBe(0);
});

test("staircases cover what their cells are counted to be: 200 random pairs", () => {
  const random = randomOf(3);
  const columns = (): number[] => Array.from({ length: 8 }, () => Math.floor(random() * 9));
  /** A skyline: the height of each column in cells, from the ground. */
  const outline = (heights: readonly number[]): Polygons => [
    [
      [
        [0, 0] as const,
        ...heights.flatMap((height, x): Point[] => [
          [x, height],
          [x + 1, height],
        ]),
        [heights.length, 0] as const,
      ],
    ],
  ];
  for (let round = 0; round < 200; round++) {
    const [a, b] = [columns(), columns()];
    const both = a.reduce((sum, height, x) => sum + Math.min(height, b[x]!), 0);
    const either = a.reduce((sum, height, x) => sum + Math.max(height, b[x]!), 0);
    expect(polygonIou(outline(a), outline(b))).toBeCloseTo(either === 0 ? 0 : both / either, 12);
  }
});

test("convex polygons agree with clipping one by the other: 300 random pairs, to 1e-9", () => {
  const random = randomOf(9);
  const convex = (): Point[] => {
    const [x, y, r] = [random() * 10, random() * 10, 3 + random() * 6];
    const angles = Array.from({ length: 3 + Math.floor(random() * 6) }, () => random() * 2 * Math.PI);
    return angles.sort((one, other) => one - other).map((angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)]);
  };
  const areaOf = (path: readonly Point[]): number =>
    path.reduce((sum, [x, y], at) => {
      const [x2, y2] = path[(at + 1) % path.length]!;
      return sum + (x * y2 - x2 * y) / 2;
    }, 0);
  /** Sutherland-Hodgman clipping: the part of a polygon on the inner side of every edge of the other. */
  const clip = (subject: readonly Point[], by: readonly Point[]): readonly Point[] =>
    by.reduce<readonly Point[]>((left, [x1, y1], at) => {
      const [x2, y2] = by[(at + 1) % by.length]!;
      const side = ([x, y]: Point): number => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
      return left.flatMap((point, n): Point[] => {
        const next = left[(n + 1) % left.length]!;
        const [s, e] = [side(point), side(next)];
        const cut = s / (s - e);
        const crossing: Point = [point[0] + (next[0] - point[0]) * cut, point[1] + (next[1] - point[1]) * cut];
        return [...(s >= 0 ? [point] : []), ...(s >= 0 !== e >= 0 ? [crossing] : [])];
      });
    }, subject);
  let crossed = 0;
  for (let round = 0; round < 300; round++) {
    const [a, b] = [convex(), convex()];
    const both = areaOf(clip(a, b));
    const iou = both / (areaOf(a) + areaOf(b) - both);
    if (iou > 0.05) crossed++;
    expect(polygonIou([[a]], [[b]])).toBeCloseTo(iou, 9);
  }
  expect(crossed).toBeGreaterThan(50);
});
