/**
 * The transform that takes points of one picture to the same points on another one, by least squares over pairs of points:
 *
 * - translation, rigid, similarity: S. Umeyama, "Least-squares estimation of transformation parameters between two point
 *   patterns", 1991, in the closed form that two dimensions allow; never a reflection;
 * - affine: the normal equations of six unknowns, which are two times three;
 * - homography: the normalised direct linear transform (Hartley and Zisserman, "Multiple View Geometry", 2nd edition,
 *   4.1 and 4.4.4). The singular vector is found as the eigenvector of a 9 x 9 matrix, by Jacobi's rotations.
 *
 * Points are moved to their centre and scaled first, so that limits below mean the same on small and large pictures.
 * What does not determine its transform is refused: a matrix that follows from noise looks like any other.
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

/** Answers of `solve`; `registrationRefusals` of the host has them in this order, from 1 on. */
namespace Answer {
  export const SOLVED: u32 = 0;
  export const TOO_FEW: u32 = 1;
  export const ONE_PLACE: u32 = 2;
  export const ONE_LINE: u32 = 3;
  export const NOT_ONE_TO_ONE: u32 = 4;
}

/** Of the spread along the longest direction, that across it must be at least so much: less is a line with noise. */
const LEAST_WIDTH: f64 = 0.02;
/**
 * Of the largest singular value, the smallest but one must be at least so much: less, and several homographies fit as
 * well.
 */
const LEAST_SINGULAR: f64 = 0.01;
/** A determinant of a transform between normalised points below it takes planes to lines. */
const LEAST_DETERMINANT: f64 = 1e-3;

const PAIR_BYTES: usize = 32;
/** A to B, then B to A: rows of 3 x 3 f64 each; the root mean square of the residuals. */
const RESULT: usize = memory.data(152, 16);
const TO_NORMAL_A: usize = memory.data(72, 16);
const FROM_NORMAL_B: usize = memory.data(72, 16);
const SOLUTION: usize = memory.data(72, 16);
const PRODUCT: usize = memory.data(72, 16);
const EQUATIONS: usize = memory.data(648, 16);
const ROW: usize = memory.data(72, 16);

// How points of A and B are normalised: centre, and how many pixels 1 is.
let centerAx: f64 = 0;
let centerAy: f64 = 0;
let centerBx: f64 = 0;
let centerBy: f64 = 0;
let unitA: f64 = 1;
let unitB: f64 = 1;

/** Address of 19 x f64. */
export function resultAddress(): usize {
  return RESULT;
}

/**
 * @param pairs 4 x f64 each: x and y on A, x and y on B. The first number of each becomes its residual: how far, in
 *   pixels of B, the point of A is taken from that of B.
 * @returns an `Answer`; `resultAddress()` has the transforms where it is `SOLVED`
 */
export function solve(model: u32, pairs: usize, count: i32): u32 {
  const least = model == Model.TRANSLATION ? 1 : model <= Model.SIMILARITY ? 2 : model == Model.AFFINE ? 3 : 4;
  if (count < least) return Answer.TOO_FEW;
  normalise(pairs, count);
  if (model != Model.TRANSLATION && (unitA < 1e-9 || unitB < 1e-9)) return Answer.ONE_PLACE;
  if (model >= Model.AFFINE) {
    if (widthOf(pairs, count, centerAx, centerAy) < LEAST_WIDTH) return Answer.ONE_LINE;
    if (widthOf(pairs + 16, count, centerBx, centerBy) < LEAST_WIDTH) return Answer.ONE_LINE;
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

/** Centre to centre; turned by the angle, and scaled by the factor, that take one pattern nearest to the other. */
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
    // No angle is better than the others: the one pattern is the other one mirrored, for example.
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
  // Not on a line, so this is not 0.
  const determinant = xx * yy - xy * xy;
  storeRow(SOLUTION, 0, (ux * yy - uy * xy) / determinant, (uy * xx - ux * xy) / determinant, 0);
  storeRow(SOLUTION, 1, (vx * yy - vy * xy) / determinant, (vy * xx - vx * xy) / determinant, 0);
  storeRow(SOLUTION, 2, 0, 0, 1);
  if (abs(determinantOf(SOLUTION)) < LEAST_DETERMINANT) return Answer.NOT_ONE_TO_ONE;
  storeUnnormalised();
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
  if (share < LEAST_SINGULAR * LEAST_SINGULAR) return Answer.ONE_LINE;
  vectorOfSmallest(SOLUTION);
  // Of length 1; the determinant has to be compared with that of a matrix of the same length.
  const determinant = determinantOf(SOLUTION);
  if (abs(determinant) < LEAST_DETERMINANT) return Answer.NOT_ONE_TO_ONE;
  storeUnnormalised();
  const last = load<f64>(RESULT, 64);
  // So that A's origin is not at infinity it is written with 1 in the corner, as is usual.
  const size = abs(last) > 1e-12 ? last : 1;
  for (let at: usize = 0; at < 72; at += 8) store<f64>(RESULT + at, load<f64>(RESULT + at) / size);
  return Answer.SOLVED;
}

// ------------------------------------------------------------------------------------------------------------ helpers

/** Moves the centre to 0 and makes the mean square distance 2. */
function normalise(pairs: usize, count: i32): void {
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

/** The spread of points across their longest direction, as a share of that along it: 0 on a line, 1 in a circle. */
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

/** From `SOLUTION`, between normalised points, to `RESULT`, between pixels. */
function storeUnnormalised(): void {
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
 * False where points lie on both sides of the line that the transform takes to infinity: it would tear the picture
 * apart.
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
