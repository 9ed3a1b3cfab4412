/**
 * The naive model of `assembly/stereo/triangulate.ts`: derivatives by differences, matrices as arrays. From the same
 * point on both pictures to the point in space: the one whose projections are nearest to both, in pixels (Hartley and
 * Zisserman, "Multiple View Geometry", 2nd edition, 12.3), found by the Gauss-Newton method starting half way between
 * the two rays. Its covariance follows from the same equations (5.2): that of the pixels, propagated back.
 */

import {
  add,
  dot,
  lengthOf,
  project,
  rayThrough,
  scaled,
  times,
  toOther,
  type Matrix,
  type Point2,
  type Rig,
  type Vector,
} from "./naive-rig.ts";

export interface SpacePoint {
  /** In the left camera's coordinates. */
  readonly at: Vector;
  readonly covariance: Matrix;
  /** Distance of its projections from the given points, pixels: root mean square. */
  readonly rms: number;
}

export interface Seen {
  readonly left: Point2;
  readonly right: Point2;
}

/** Accuracy of points marked by hand: standard deviation, pixels. */
export const usualPickPx = 1;

/** `undefined`: the rays do not meet in front of both cameras. */
export function triangulate(rig: Rig, seen: Seen, pickPx = usualPickPx): SpacePoint | undefined {
  let at = betweenRays(rig, seen);
  if (at === undefined) return undefined;
  for (let step = 0; step < 20; step += 1) {
    const { normal, slope } = equationsAt(rig, seen, at);
    const inverse = inverseOf(normal);
    if (inverse === undefined) return undefined;
    const move = times(inverse, slope);
    at = add(at, scaled(move, -1));
    if (lengthOf(move) < 1e-12 * lengthOf(at)) break;
  }
  if (!(at[2] > 0 && toOther(rig, "left", at)[2] > 0)) return undefined;
  const { normal, residuals } = equationsAt(rig, seen, at);
  const inverse = inverseOf(normal);
  if (inverse === undefined) return undefined;
  const covariance = inverse.map((row) => scaled(row, pickPx * pickPx)) as unknown as Matrix;
  const rms = Math.sqrt(residuals.reduce((sum, value) => sum + value * value, 0) / residuals.length);
  return { at, covariance, rms };
}

export interface Measured {
  readonly length: number;
  /** Standard deviation of the length. */
  readonly uncertainty: number;
  readonly midpoint: Vector;
  /** Distance of the midpoint from the left camera. */
  readonly range: number;
  /** Residual of both ends, pixels. */
  readonly rms: number;
}

/** The length between two points visible on both pictures. */
export function measure(rig: Rig, head: Seen, tail: Seen, pickPx = usualPickPx): Measured | undefined {
  const a = triangulate(rig, head, pickPx);
  const b = triangulate(rig, tail, pickPx);
  if (a === undefined || b === undefined) return undefined;
  const between = add(b.at, scaled(a.at, -1));
  const length = lengthOf(between);
  if (length === 0) return undefined;
  const midpoint = scaled(add(a.at, b.at), 0.5);
  return {
    length,
    uncertainty: deviationOf(between, sumOf(a.covariance, b.covariance)),
    midpoint,
    range: lengthOf(midpoint),
    rms: Math.sqrt((a.rms * a.rms + b.rms * b.rms) / 2),
  };
}

/** How much the length of a normally distributed vector varies: the trapezoidal rule over five deviations. */
function deviationOf(vector: Vector, covariance: Matrix): number {
  const [[a], [b, c], [d, e, f]] = rootOf(covariance);
  const nodes = Array.from({ length: 21 }, (_, index) => (index - 10) / 2);
  let [weights, mean, squares] = [0, 0, 0];
  for (const x of nodes) {
    for (const y of nodes) {
      for (const z of nodes) {
        const weight = Math.exp(-(x * x + y * y + z * z) / 2);
        const length = lengthOf(add(vector, [a * x, b * x + c * y, d * x + e * y + f * z]));
        weights += weight;
        mean += weight * length;
        squares += weight * length * length;
      }
    }
  }
  return Math.sqrt(Math.max(0, squares / weights - (mean / weights) ** 2));
}

/** Cholesky's. */
function rootOf([[xx], [xy, yy], [xz, yz, zz]]: Matrix) {
  const a = Math.sqrt(xx);
  const b = xy / a;
  const c = Math.sqrt(yy - b * b);
  const d = xz / a;
  const e = (yz - b * d) / c;
  return [[a], [b, c], [d, e, Math.sqrt(zz - d * d - e * e)]] as const;
}

function sumOf(one: Matrix, other: Matrix): Matrix {
  return one.map((row, index) => add(row, other[index] ?? row)) as unknown as Matrix;
}

/** The middle of the shortest segment between the rays. */
function betweenRays(rig: Rig, { left, right }: Seen): Vector | undefined {
  const a = rayThrough(rig.left, left);
  const origin = toOther(rig, "right", [0, 0, 0]);
  const b = toOther(rig, "right", rayThrough(rig.right, right), true);
  const [aa, ab, bb] = [dot(a, a), dot(a, b), dot(b, b)];
  const [ao, bo] = [dot(a, origin), dot(b, origin)];
  const determinant = aa * bb - ab * ab;
  // Parallel rays: the point is too far away to locate.
  if (determinant < 1e-14 * aa * bb) return undefined;
  const s = (ao * bb - bo * ab) / determinant;
  const r = (ao * ab - bo * aa) / determinant;
  const middle = scaled(add(scaled(a, s), add(origin, scaled(b, r))), 0.5);
  return middle[2] > 0 && toOther(rig, "left", middle)[2] > 0 ? middle : undefined;
}

/** Residuals in pixels; then the normal matrix of the derivatives, and the derivatives times the residuals. */
function equationsAt(rig: Rig, { left, right }: Seen, at: Vector) {
  const residualsAt = (point: Vector): readonly number[] => {
    const l = project(rig.left, point);
    const r = project(rig.right, toOther(rig, "left", point));
    return [l[0] - left[0], l[1] - left[1], r[0] - right[0], r[1] - right[1]];
  };
  const residuals = residualsAt(at);
  const step = 1e-6 * Math.max(1e-9, lengthOf(at));
  const columns = [0, 1, 2].map((axis) => {
    const shift = [0, 0, 0].map((_, index) => (index === axis ? step : 0)) as unknown as Vector;
    const [after, before] = [residualsAt(add(at, shift)), residualsAt(add(at, scaled(shift, -1)))];
    return after.map((value, index) => (value - (before[index] ?? 0)) / (2 * step));
  });
  const product = (a: readonly number[] = [], b: readonly number[] = []): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  const normal = columns.map((a) => columns.map((b) => product(a, b))) as unknown as Matrix;
  const slope = columns.map((column) => product(column, residuals)) as unknown as Vector;
  return { residuals, normal, slope };
}

/** By the adjugate; `undefined` when there is no inverse. */
function inverseOf([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | undefined {
  const [A, B, C] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const determinant = a * A + b * B + c * C;
  if (!(Math.abs(determinant) > 0)) return undefined;
  const over = (value: number): number => value / determinant;
  return [
    [over(A), over(c * h - b * i), over(b * f - c * e)],
    [over(B), over(a * i - c * g), over(c * d - a * f)],
    [over(C), over(b * g - a * h), over(a * e - b * d)],
  ];
}
