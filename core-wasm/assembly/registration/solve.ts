/**
 * The transform that maps points of one picture to the same points on another, by least squares over pairs of points:
 *
 * - translation, rigid, similarity: S. Umeyama, "Least-squares estimation of transformation parameters between two
 *   point patterns", 1991, in the closed form that exists in two dimensions; never a reflection;
 * - affine: the normal equations of six unknowns, which are two times three;
 * - homography: the normalized direct linear transform (Hartley and Zisserman, "Multiple View Geometry", 2nd edition,
 *   4.1 and 4.4.4). The singular vector is found as the eigenvector of a 9 x 9 matrix, by Jacobi rotations.
 *
 * Points are centered and scaled first, so that the limits below mean the same for small and large pictures. Points that
 * do not determine the transform are refused: a matrix fitted to noise looks like any other.
 */
import { inverseOf, multiply } from "./matrix";
import { decompose, vectorOfSmallest } from "./jacobi";

namespace Model {
  export const TRANSLATION: u32 = 0;
  export const RIGID: u32 = 1;
  export const SIMILARITY: u32 = 2;
  export const AFFINE: u32 = 3;
  export const HOMOGRAPHY: u32 = 4;
}

/** Results of `solve`; the host's `registrationRefusals` has them in this order, starting at 1. */
namespace Answer {
  export const SOLVED: u32 = 0;
  export const TOO_FEW: u32 = 1;
  export const ONE_PLACE: u32 = 2;
  export const ONE_LINE: u32 = 3;
  export const NOT_ONE_TO_ONE: u32 = 4;
}

/**
 * The smallest accepted spread across the longest direction, relative to the spread along it. Below this the points are
 * a line with noise.
 */
const MIN_WIDTH: f64 = 0.02;
/**
 * The smallest accepted second smallest singular value, relative to the largest. Below this, several homographies fit
 * equally well.
 */
const MIN_SINGULAR: f64 = 0.01;
/** Below this determinant, a transform between normalized points maps planes to lines. */
const MIN_DETERMINANT: f64 = 1e-3;

const PAIR_BYTES: usize = 32;
/**
 * The transform A to B, then B to A, each 3 x 3 f64 in row-major order; then the root mean square of the residuals.
 */
const RESULT: usize = memory.data(152, 16);
const TO_NORMAL_A: usize = memory.data(72, 16);
const FROM_NORMAL_B: usize = memory.data(72, 16);
const SOLUTION: usize = memory.data(72, 16);
const PRODUCT: usize = memory.data(72, 16);
const EQUATIONS: usize = memory.data(648, 16);
const ROW: usize = memory.data(72, 16);

// Normalization of the points of A and B: the center, and how many pixels make 1.
let centerAx: f64 = 0;
let centerAy: f64 = 0;
let centerBx: f64 = 0;
let centerBy: f64 = 0;
let unitA: f64 = 1;
let unitB: f64 = 1;

/** Address of the result, 19 x f64. */
export function resultAddress(): usize {
  return RESULT;
}

/**
 * @param pairs 4 x f64 each: x and y on A, x and y on B. The first number of each is replaced by its residual: the
 *   distance, in pixels of B, between the mapped point of A and that of B.
 * @returns an `Answer`; the transforms are at `resultAddress()` when it is `SOLVED`
 */
export function solve(model: u32, pairs: usize, count: i32): u32 {
  const minPairs = model == Model.TRANSLATION ? 1 : model <= Model.SIMILARITY ? 2 : model == Model.AFFINE ? 3 : 4;
  if (count < minPairs) return Answer.TOO_FEW;
  normalize(pairs, count);
  if (model != Model.TRANSLATION && (unitA < 1e-9 || unitB < 1e-9)) return Answer.ONE_PLACE;
  if (model >= Model.AFFINE) {
    if (widthOf(pairs, count, centerAx, centerAy) < MIN_WIDTH) return Answer.ONE_LINE;
    if (widthOf(pairs + 16, count, centerBx, centerBy) < MIN_WIDTH) return Answer.ONE_LINE;
  }
  let answer = Answer.SOLVED;
  if (model <= Model.SIMILARITY) answer = solveSimilar(model, pairs, count);
  else if (model == Model.AFFINE) answer = solveAffine(pairs, count);
  else answer = solveHomography(pairs, count);
  if (answer != Answer.SOLVED) return answer;
  if (!inverseOf(RESULT, RESULT + 72)) return Answer.NOT_ONE_TO_ONE;
  return storeResiduals(pairs, count) ? Answer.SOLVED : Answer.NOT_ONE_TO_ONE;
}

// ------------------------------------------------------------------------------------------------------------- models

/** Maps center to center, with the angle and the scale that bring the patterns closest together. */
function solveSimilar(model: u32, pairs: usize, count: i32): u32 {
  let cosine: f64 = 1;
  let sine: f64 = 0;
  if (model != Model.TRANSLATION) {
    let along: f64 = 0;
    let across: f64 = 0;
    let squaresA: f64 = 0;
    let squaresB: f64 = 0;
    for (let at = 0; at < count; at++) {
      const ax = normalAx(pairs, at);
      const ay = normalAy(pairs, at);
      const bx = normalBx(pairs, at);
      const by = normalBy(pairs, at);
      along += ax * bx + ay * by;
      across += ax * by - ay * bx;
      squaresA += ax * ax + ay * ay;
      squaresB += bx * bx + by * by;
    }
    const size = sqrt(along * along + across * across);
    // No angle is better than the others, for example because one pattern is the mirror image of the other.
    if (size < 1e-6 * sqrt(squaresA * squaresB)) return Answer.NOT_ONE_TO_ONE;
    const scale = model == Model.RIGID ? 1 : (size / squaresA) * (unitB / unitA);
    cosine = (scale * along) / size;
    sine = (scale * across) / size;
  }
  storeRow(RESULT, 0, cosine, -sine, centerBx - cosine * centerAx + sine * centerAy);
  storeRow(RESULT, 1, sine, cosine, centerBy - sine * centerAx - cosine * centerAy);
  storeRow(RESULT, 2, 0, 0, 1);
  return Answer.SOLVED;
}

function solveAffine(pairs: usize, count: i32): u32 {
  let xx: f64 = 0;
  let xy: f64 = 0;
  let yy: f64 = 0;
  let ux: f64 = 0;
  let uy: f64 = 0;
  let vx: f64 = 0;
  let vy: f64 = 0;
  for (let at = 0; at < count; at++) {
    const x = normalAx(pairs, at);
    const y = normalAy(pairs, at);
    const u = normalBx(pairs, at);
    const v = normalBy(pairs, at);
    xx += x * x;
    xy += x * y;
    yy += y * y;
    ux += u * x;
    uy += u * y;
    vx += v * x;
    vy += v * y;
  }
  // Not 0, since the points are not on a line.
  const determinant = xx * yy - xy * xy;
  storeRow(SOLUTION, 0, (ux * yy - uy * xy) / determinant, (uy * xx - ux * xy) / determinant, 0);
  storeRow(SOLUTION, 1, (vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant, 0);
  storeRow(SOLUTION, 2, 0, 0, 1);
  if (abs(determinantOf(SOLUTION)) < MIN_DETERMINANT) return Answer.NOT_ONE_TO_ONE;
  storeUnnormalized();
  return Answer.SOLVED;
}

function solveHomography(pairs: usize, count: i32): u32 {
  memory.fill(EQUATIONS, 0, 648);
  for (let at = 0; at < count; at++) {
    const x = normalAx(pairs, at);
    const y = normalAy(pairs, at);
    const u = normalBx(pairs, at);
    const v = normalBy(pairs, at);
    memory.fill(ROW, 0, 72);
    storeRow(ROW, 1, -x, -y, -1);
    storeRow(ROW, 2, v * x, v * y, v);
    addRow();
    memory.fill(ROW, 0, 72);
    storeRow(ROW, 0, x, y, 1);
    storeRow(ROW, 2, -u * x, -u * y, -u);
    addRow();
  }
  // Eigenvalues are squares of singular values.
  const share = decompose(EQUATIONS);
  if (share < MIN_SINGULAR * MIN_SINGULAR) return Answer.ONE_LINE;
  vectorOfSmallest(SOLUTION);
  // The solution has unit length; the determinant must be compared with that of a matrix of the same length.
  const determinant = determinantOf(SOLUTION);
  if (abs(determinant) < MIN_DETERMINANT) return Answer.NOT_ONE_TO_ONE;
  storeUnnormalized();
  const last = load<f64>(RESULT, 64);
  // Unless the origin of A is mapped to infinity, scale to 1 in the corner, as is usual.
  const size = abs(last) > 1e-12 ? last : 1;
  for (let at: usize = 0; at < 72; at += 8) store<f64>(RESULT + at, load<f64>(RESULT + at) / size);
  return Answer.SOLVED;
}

// ------------------------------------------------------------------------------------------------------------ helpers

/** Moves the center to 0 and scales the mean square distance to 2. */
function normalize(pairs: usize, count: i32): void {
  centerAx = centerAy = centerBx = centerBy = 0;
  for (let at = 0; at < count; at++) {
    const pair = pairs + <usize>at * PAIR_BYTES;
    centerAx += load<f64>(pair) / count;
    centerAy += load<f64>(pair, 8) / count;
    centerBx += load<f64>(pair, 16) / count;
    centerBy += load<f64>(pair, 24) / count;
  }
  let squaresA: f64 = 0;
  let squaresB: f64 = 0;
  for (let at = 0; at < count; at++) {
    const pair = pairs + <usize>at * PAIR_BYTES;
    const ax = load<f64>(pair) - centerAx;
    const ay = load<f64>(pair, 8) - centerAy;
    const bx = load<f64>(pair, 16) - centerBx;
    const by = load<f64>(pair, 24) - centerBy;
    squaresA += ax * ax + ay * ay;
    squaresB += bx * bx + by * by;
  }
  unitA = sqrt(squaresA / count / 2);
  unitB = sqrt(squaresB / count / 2);
}

function normalAx(pairs: usize, at: i32): f64 {
  return (load<f64>(pairs + <usize>at * PAIR_BYTES) - centerAx) / unitA;
}

function normalAy(pairs: usize, at: i32): f64 {
  return (load<f64>(pairs + <usize>at * PAIR_BYTES, 8) - centerAy) / unitA;
}

function normalBx(pairs: usize, at: i32): f64 {
  return (load<f64>(pairs + <usize>at * PAIR_BYTES, 16) - centerBx) / unitB;
}

function normalBy(pairs: usize, at: i32): f64 {
  return (load<f64>(pairs + <usize>at * PAIR_BYTES, 24) - centerBy) / unitB;
}

/** The spread of points across their longest direction divided by that along it: 0 on a line, 1 in a circle. */
function widthOf(points: usize, count: i32, centerX: f64, centerY: f64): f64 {
  let xx: f64 = 0;
  let xy: f64 = 0;
  let yy: f64 = 0;
  for (let at = 0; at < count; at++) {
    const x = load<f64>(points + <usize>at * PAIR_BYTES) - centerX;
    const y = load<f64>(points + <usize>at * PAIR_BYTES, 8) - centerY;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const middle = (xx + yy) / 2;
  const apart = sqrt(((xx - yy) / 2) * ((xx - yy) / 2) + xy * xy);
  return middle + apart > 0 ? sqrt(max<f64>(0, middle - apart) / (middle + apart)) : 0;
}

/** Adds the products of `ROW` with itself to `EQUATIONS`. */
function addRow(): void {
  for (let row: usize = 0; row < 9; row++) {
    const value = load<f64>(ROW + (row << 3));
    for (let column: usize = 0; column < 9; column++) {
      const at = EQUATIONS + ((row * 9 + column) << 3);
      store<f64>(at, load<f64>(at) + value * load<f64>(ROW + (column << 3)));
    }
  }
}

/** Converts `SOLUTION`, between normalized points, to `RESULT`, between pixels. */
function storeUnnormalized(): void {
  storeRow(TO_NORMAL_A, 0, 1 / unitA, 0, -centerAx / unitA);
  storeRow(TO_NORMAL_A, 1, 0, 1 / unitA, -centerAy / unitA);
  storeRow(TO_NORMAL_A, 2, 0, 0, 1);
  storeRow(FROM_NORMAL_B, 0, unitB, 0, centerBx);
  storeRow(FROM_NORMAL_B, 1, 0, unitB, centerBy);
  storeRow(FROM_NORMAL_B, 2, 0, 0, 1);
  multiply(SOLUTION, TO_NORMAL_A, PRODUCT);
  multiply(FROM_NORMAL_B, PRODUCT, RESULT);
}

/**
 * Returns false when points lie on both sides of the line that the transform maps to infinity: it would tear the
 * picture apart.
 */
function storeResiduals(pairs: usize, count: i32): bool {
  let squares: f64 = 0;
  let isPositive = false;
  for (let at = 0; at < count; at++) {
    const pair = pairs + <usize>at * PAIR_BYTES;
    const x = load<f64>(pair);
    const y = load<f64>(pair, 8);
    const w = load<f64>(RESULT, 48) * x + load<f64>(RESULT, 56) * y + load<f64>(RESULT, 64);
    if (abs(w) < 1e-12) return false;
    if (at == 0) isPositive = w > 0;
    if (w > 0 != isPositive) return false;
    const dx = (load<f64>(RESULT) * x + load<f64>(RESULT, 8) * y + load<f64>(RESULT, 16)) / w - load<f64>(pair, 16);
    const dy = (load<f64>(RESULT, 24) * x + load<f64>(RESULT, 32) * y + load<f64>(RESULT, 40)) / w - load<f64>(pair, 24);
    squares += dx * dx + dy * dy;
    store<f64>(pair, sqrt(dx * dx + dy * dy));
  }
  store<f64>(RESULT, sqrt(squares / count), 144);
  return true;
}

function storeRow(matrix: usize, row: usize, first: f64, second: f64, third: f64): void {
  const at = matrix + row * 24;
  store<f64>(at, first);
  store<f64>(at, second, 8);
  store<f64>(at, third, 16);
}

function determinantOf(m: usize): f64 {
  const a = load<f64>(m, 32) * load<f64>(m, 64) - load<f64>(m, 40) * load<f64>(m, 56);
  const b = load<f64>(m, 24) * load<f64>(m, 64) - load<f64>(m, 40) * load<f64>(m, 48);
  const c = load<f64>(m, 24) * load<f64>(m, 56) - load<f64>(m, 32) * load<f64>(m, 48);
  return load<f64>(m) * a - load<f64>(m, 8) * b + load<f64>(m, 16) * c;
}
