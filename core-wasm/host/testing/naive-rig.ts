/**
 * The naive model of `assembly/stereo/`: a calibrated pair of cameras, from pixels to rays and back. A point X in the
 * left camera's coordinates is `R X + T` in the right camera's; lengths are in the unit of T. Lenses distort as in
 * OpenCV ("Camera Calibration and 3D Reconstruction"): D. C. Brown, "Close-range camera calibration", 1971, with three
 * radial and two tangential coefficients.
 */

export type Point2 = readonly [x: number, y: number];
export type Vector = readonly [x: number, y: number, z: number];
/** 3 x 3, by rows. */
export type Matrix = readonly [Vector, Vector, Vector];
export type Side = "left" | "right";

/** Focal lengths and center in pixels, distortion coefficients. */
export interface Lens {
  readonly fx: number;
  readonly fy: number;
  readonly cx: number;
  readonly cy: number;
  readonly k1?: number;
  readonly k2?: number;
  readonly k3?: number;
  readonly p1?: number;
  readonly p2?: number;
}

export interface Rig {
  readonly left: Lens;
  readonly right: Lens;
  readonly rotation: Matrix;
  readonly translation: Vector;
}

/** A calibration as returned by the server. */
export interface Calibration {
  /** 9 numbers, or 3 rows of 3. */
  readonly R: readonly unknown[];
  /** 3 numbers, or 3 rows of 1. */
  readonly T: readonly unknown[];
  readonly calibrations: { readonly left: Lens; readonly right: Lens };
}

/** `undefined`: its matrices are invalid. */
export function readRig({ R, T, calibrations: { left, right } }: Calibration): Rig | undefined {
  const [r, t] = [numbersOf(R, 9), numbersOf(T, 3)];
  if (r === undefined || t === undefined || !(left.fx > 0 && left.fy > 0 && right.fx > 0 && right.fy > 0)) {
    return undefined;
  }
  const rows = [0, 3, 6].map((at) => r.slice(at, at + 3)) as unknown as Matrix;
  return { left, right, rotation: rows, translation: t as unknown as Vector };
}

function numbersOf(values: readonly unknown[], count: number): readonly number[] | undefined {
  const flat = values.flat();
  return flat.length === count && flat.every((value) => Number.isFinite(value)) ? (flat as number[]) : undefined;
}

export function otherSide(side: Side): Side {
  return side === "left" ? "right" : "left";
}

/** A point in space, or a direction with `isDirection`, in the other camera's coordinates. */
export function toOther({ rotation, translation }: Rig, from: Side, point: Vector, isDirection = false): Vector {
  const shift = isDirection ? ([0, 0, 0] as const) : translation;
  if (from === "left") return add(times(rotation, point), shift);
  return times(transposed(rotation), add(point, scaled(shift, -1)));
}

/** The pixel of a point in front of a camera. */
export function project(lens: Lens, [x, y, z]: Vector): Point2 {
  const [u, v] = distorted(lens, x / z, y / z);
  return [u * lens.fx + lens.cx, v * lens.fy + lens.cy];
}

/** The ray through a pixel, as a point at depth 1. The distortion is inverted by Newton's method. */
export function rayThrough(lens: Lens, [px, py]: Point2): Vector {
  const [u, v] = [(px - lens.cx) / lens.fx, (py - lens.cy) / lens.fy];
  let [x, y] = [u, v];
  for (let step = 0; step < 30; step += 1) {
    const [du, dv] = distorted(lens, x, y);
    const [errorU, errorV] = [du - u, dv - v];
    if (Math.hypot(errorU, errorV) < 1e-13) break;
    const [[a, b], [c, d]] = slopes(lens, x, y);
    const determinant = a * d - b * c;
    // Outside the part of the picture that a lens model covers, there is no inverse.
    if (Math.abs(determinant) < 1e-12) break;
    x -= (d * errorU - b * errorV) / determinant;
    y -= (a * errorV - c * errorU) / determinant;
  }
  return [x, y, 1];
}

function distorted({ k1 = 0, k2 = 0, k3 = 0, p1 = 0, p2 = 0 }: Lens, x: number, y: number): Point2 {
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  return [x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x), y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y];
}

/** The derivatives of the distortion with respect to x and y. */
function slopes({ k1 = 0, k2 = 0, k3 = 0, p1 = 0, p2 = 0 }: Lens, x: number, y: number): readonly [Point2, Point2] {
  const r2 = x * x + y * y;
  const radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const growth = 2 * (k1 + r2 * (2 * k2 + r2 * 3 * k3));
  const mixed = x * y * growth + 2 * p1 * x + 2 * p2 * y;
  return [
    [radial + x * x * growth + 2 * p1 * y + 6 * p2 * x, mixed],
    [mixed, radial + y * y * growth + 6 * p1 * y + 2 * p2 * x],
  ];
}

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function scaled([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function lengthOf(a: Vector): number {
  return Math.sqrt(dot(a, a));
}

export function times(matrix: Matrix, vector: Vector): Vector {
  return [dot(matrix[0], vector), dot(matrix[1], vector), dot(matrix[2], vector)];
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}
