/** Maps of the plane that move, turn and scale: estimated from points, and applied to them. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** (u, v) becomes (x + a u - b v, y + b u + a v). */
export interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
}

export interface PointPair {
  readonly from: Point;
  readonly to: Point;
}

export const unchanged: Similarity = { a: 1, b: 0, x: 0, y: 0 };

export function mapPoint({ a, b, x, y }: Similarity, point: Point): Point {
  return { x: x + a * point.x - b * point.y, y: y + b * point.x + a * point.y };
}

/** `first`, then `second`. */
export function compose(second: Similarity, first: Similarity): Similarity {
  const { x, y } = mapPoint(second, first);
  return { a: second.a * first.a - second.b * first.b, b: second.a * first.b + second.b * first.a, x, y };
}

export function invert({ a, b, x, y }: Similarity): Similarity {
  const square = a * a + b * b;
  const [backA, backB] = [a / square, -b / square];
  return { a: backA, b: backB, x: -(backA * x - backB * y), y: -(backB * x + backA * y) };
}

/** By least squares. There must be a pair. */
export function fitSimilarity(pairs: readonly PointPair[]): Similarity {
  const from = meanOf(pairs.map((pair) => pair.from));
  const to = meanOf(pairs.map((pair) => pair.to));
  let [re, im, square] = [0, 0, 0];
  for (const pair of pairs) {
    const [u, v] = [pair.from.x - from.x, pair.from.y - from.y];
    const [s, t] = [pair.to.x - to.x, pair.to.y - to.y];
    re += u * s + v * t;
    im += u * t - v * s;
    square += u * u + v * v;
  }
  const [a, b] = square === 0 ? [1, 0] : [re / square, im / square];
  return { a, b, x: to.x - (a * from.x - b * from.y), y: to.y - (b * from.x + a * from.y) };
}

/** Smallest tolerance, in units of the points. */
const minTolerance = 0.3;
/** Tolerance, relative to the median error. */
const toleranceShare = 2.5;
const maxRounds = 5;

/** The pairs that agree with what most of them say. Fewer than four agree with anything. */
export function agreeing(pairs: readonly PointPair[]): readonly PointPair[] {
  let kept = pairs;
  for (let round = 0; round < maxRounds && kept.length >= 4; round++) {
    const fit = fitSimilarity(kept);
    const errors = kept.map(({ from, to }) => distance(mapPoint(fit, from), to));
    const tolerance = Math.max(minTolerance, toleranceShare * median(errors));
    const next = kept.filter((_, n) => errors[n]! <= tolerance);
    if (next.length === kept.length) break;
    kept = next;
  }
  return kept;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function meanOf(points: readonly Point[]): Point {
  let [x, y] = [0, 0];
  for (const point of points) {
    x += point.x / points.length;
    y += point.y / points.length;
  }
  return { x, y };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
