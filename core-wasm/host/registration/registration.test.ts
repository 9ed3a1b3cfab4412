/** Registration with known transforms; refusals of points that determine none. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Point } from "../types/basics.ts";
import {
  createTransformSolver,
  minPairs,
  transformTypes,
  type PointPair,
  type SolveTransform,
  type TransformType,
} from "./registration.ts";
import { isTransform, transformPoint, transformPoints, type Transform } from "./transform.ts";

const solverOf = async (file: string): Promise<SolveTransform> =>
  await createTransformSolver({ wasm: new Uint8Array(readFileSync(new URL(`../../build/${file}`, import.meta.url))) });
const solve = await solverOf("core.wasm");
const debugSolve = await solverOf("core.debug.wasm");

const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
const known: Readonly<Record<TransformType, Transform>> = {
  translation: [
    [1, 0, 40.5],
    [0, 1, -7.25],
    [0, 0, 1],
  ],
  rigid: [
    [c, -s, 120],
    [s, c, -80],
    [0, 0, 1],
  ],
  similarity: [
    [1.7 * c, -1.7 * s, 12],
    [1.7 * s, 1.7 * c, 3000],
    [0, 0, 1],
  ],
  affine: [
    [1.1, 0.4, -3],
    [-0.2, -0.7, 900],
    [0, 0, 1],
  ],
  homography: [
    [1.2, 0.1, 30],
    [-0.15, 0.9, 60],
    [4e-4, -1e-4, 1],
  ],
};
/** Whole numbers, as from mouse clicks. */
const corners: readonly Point[] = [
  [10, 20],
  [1200, 40],
  [1150, 690],
  [60, 700],
  [600, 350],
  [300, 500],
];

const pairsOf = (transform: Transform, points: readonly Point[]): readonly PointPair[] =>
  points.map((a) => ({ a, b: transformPoint(transform, a) as Point }));

const solved = (type: TransformType, pairs: readonly PointPair[], by = solve) => {
  const found = by(type, pairs);
  if (typeof found === "string") throw new Error(`${type}: ${found}`);
  return found;
};

test.each(transformTypes)("%s: a known transform is found again, both ways, from the fewest possible pairs", (type) => {
  for (const count of [minPairs[type], corners.length]) {
    const pairs = pairsOf(known[type], corners.slice(0, count));
    const found = solved(type, pairs);
    expect(found.rms).toBeLessThan(1e-8);
    for (const [at, { a, b }] of pairs.entries()) {
      expect(found.residuals[at]).toBeLessThan(1e-8);
      const [there, back] = [transformPoint(found.AtoB, a), transformPoint(found.BtoA, b)];
      expect(Math.hypot((there?.[0] ?? 1e9) - b[0], (there?.[1] ?? 1e9) - b[1])).toBeLessThan(1e-8);
      expect(Math.hypot((back?.[0] ?? 1e9) - a[0], (back?.[1] ?? 1e9) - a[1])).toBeLessThan(1e-7);
    }
    for (const [row, values] of known[type].entries()) {
      for (const [column, value] of values.entries()) expect(found.AtoB[row]?.[column]).toBeCloseTo(value, 6);
    }
    expect(solved(type, pairs, debugSolve)).toEqual(found);
  }
});

test("a model with more freedom fits no worse, and residuals are what the matrix leaves", () => {
  const offs = [3, -2, 4, 1, -3, 2];
  const pairs = pairsOf(known.homography, corners).map(({ a, b: [x, y] }, at) => ({
    a,
    b: [x + (offs[at] ?? 0), y - (offs[5 - at] ?? 0)] as Point,
  }));
  const rms = transformTypes.map((type) => {
    const found = solved(type, pairs);
    const left = pairs.map(({ a, b }) => {
      const [x, y] = transformPoint(found.AtoB, a) as Point;
      return Math.hypot(x - b[0], y - b[1]);
    });
    for (const [at, value] of left.entries()) expect(found.residuals[at]).toBeCloseTo(value, 9);
    expect(found.rms).toBeCloseTo(Math.sqrt(left.reduce((sum, each) => sum + each * each, 0) / left.length), 9);
    return found.rms;
  });
  // A translation is a rigid transform without rotation, and so on; the homography minimizes other errors, but is by
  // far the best here.
  for (const [at, value] of rms.slice(1).entries()) expect(value).toBeLessThanOrEqual((rms[at] ?? 0) + 1e-9);
});

/** A point every 200 px along the picture, each with its offset from the line. */
const line = (off: readonly number[]): Point[] =>
  off.map((by, at): Point => [100 + 200 * at + by, 50 + 100 * at - 2 * by]);

test("pairs that determine no transform are refused with the reason", () => {
  const shifted = (points: readonly Point[]) => pairsOf(known.translation, points);
  for (const type of transformTypes) expect(solve(type, shifted(corners.slice(0, minPairs[type] - 1)))).toBe("tooFew");
  const same = Array.from({ length: 5 }, (): Point => [70, 80]);
  for (const type of ["rigid", "similarity", "affine", "homography"] as const) {
    expect(solve(type, shifted(same))).toBe("onePlace");
    // On the other picture only.
    expect(
      solve(
        type,
        corners.map((a) => ({ a, b: [5, 5] })),
      ),
    ).toBe("onePlace");
  }
  expect(solved("translation", shifted(same)).rms).toBe(0);
  for (const off of [
    [0, 0, 0, 0, 0],
    [1, -1, 1, 0, -1],
  ]) {
    expect(solve("affine", shifted(line(off)))).toBe("oneLine");
    expect(solve("homography", shifted(line(off)))).toBe("oneLine");
  }
  // Points on a line are sufficient for a model that only rotates and scales.
  expect(solved("similarity", shifted(line([0, 0, 0]))).rms).toBeLessThan(1e-9);
  // All but one on a line, exactly and as clicked; a triangle's corners and a point next to one of its sides.
  for (const off of [
    [0, 0, 0],
    [1, -1, 1],
  ]) {
    expect(solve("homography", shifted([...line(off), [100, 600]]))).toBe("oneLine");
  }
  // Three are on a line on one picture, but not on the other.
  const bent = [...line([0, 0, 0]), [100, 600] as Point].map((a, at) => ({ a, b: corners[at] as Point }));
  expect(["oneLine", "notOneToOne"]).toContain(solve("homography", bent));
  // A bow tie: two corners are swapped, and the picture would be torn along the line in between.
  const [p1, p2, p3, p4] = corners as readonly [Point, Point, Point, Point];
  const tie = [p1, p2, p4, p3].map((b, at) => ({ a: corners[at] as Point, b }));
  expect(solve("homography", tie)).toBe("notOneToOne");
  // Mirrored, so that no rotation is better than another.
  const square: Point[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  expect(
    solve(
      "rigid",
      square.map(([x, y]) => ({ a: [x, y], b: [y, x] })),
    ),
  ).toBe("notOneToOne");
});

test("whatever people pick, there is a transform of finite numbers or a refusal", () => {
  const coordinate = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.integer({ min: 0, max: 4000 }),
    fc.double({ min: 0, max: 1e5, noNaN: true }),
  );
  const point = fc.tuple(coordinate, coordinate);
  const pairs = fc.array(fc.record({ a: point, b: point }), { maxLength: 9 });
  fc.assert(
    fc.property(fc.constantFrom(...transformTypes), pairs, (type, given) => {
      const found = solve(type, given as readonly PointPair[]);
      if (typeof found === "string") return;
      expect(isTransform(found.AtoB) && isTransform(found.BtoA)).toBe(true);
      expect(found.residuals.every((each) => Number.isFinite(each))).toBe(true);
      for (const { a } of given) {
        const there = transformPoint(found.AtoB, a as Point) as Point;
        const back = transformPoint(found.BtoA, there);
        expect(Math.hypot((back?.[0] ?? 1e12) - a[0], (back?.[1] ?? 1e12) - a[1])).toBeLessThan(
          1e-3 * (1 + Math.hypot(...a)),
        );
      }
    }),
    { numRuns: 400, seed: 5 },
  );
});

test("points beyond the horizon have no image, and invalid transforms are refused", () => {
  const horizon: Transform = [
    [1, 0, 0],
    [0, 1, 0],
    [-0.01, 0, 1],
  ];
  expect(transformPoint(horizon, [100, 5])).toBeUndefined();
  expect(transformPoint(horizon, [50, 5])).toEqual([100, 10]);
  expect(
    transformPoints(horizon, [
      [90, 0],
      [120, 10],
    ]),
  ).toBeUndefined();
  expect(transformPoints(horizon, [])).toEqual([]);
  for (const none of [
    null,
    3,
    [],
    [[1, 0, 0]],
    [
      [1, 0, 0],
      [0, "1", 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, null],
    ],
  ]) {
    expect(isTransform(none)).toBe(false);
  }
});
