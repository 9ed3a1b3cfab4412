/**
 * From the same point on both pictures to the point in space: the one whose projections are nearest to both, in pixels
 * (Hartley and Zisserman, "Multiple View Geometry", 2nd edition, 12.3), found by the Gauss-Newton method (A6.1)
 * starting half way between the two rays. Its covariance follows from the same equations (5.2): that of the pixels,
 * propagated back.
 */
import { distortionSlopes, outX, outY, projectRay, rayOf, slopeXx, slopeXy, slopeYy } from "./lens";
import { exchangeAddress, lensOf, placeForOther, rotationAt, translationAt, turnToOther } from "./rig";

const MAX_STEPS: i32 = 20;

// The point sought, in the left camera's coordinates.
let x: f64 = 0;
let y: f64 = 0;
let z: f64 = 0;
// The normal matrix of the derivatives, the derivatives times the residuals, and the sum of the squared residuals.
let n00: f64 = 0;
let n01: f64 = 0;
let n02: f64 = 0;
let n11: f64 = 0;
let n12: f64 = 0;
let n22: f64 = 0;
let g0: f64 = 0;
let g1: f64 = 0;
let g2: f64 = 0;
let squares: f64 = 0;
// The inverse of the normal matrix.
let i00: f64 = 0;
let i01: f64 = 0;
let i02: f64 = 0;
let i11: f64 = 0;
let i12: f64 = 0;
let i22: f64 = 0;

const VECTOR_A: usize = memory.data(24, 16);
const VECTOR_B: usize = memory.data(24, 16);
/** Two results of `triangulate`. */
const ENDS: usize = memory.data(208, 16);
const END_BYTES: usize = 104;

/**
 * @param imagePoints 4 x f64: the pixel on the left picture, the pixel on the right one
 * @param target 13 x f64: the point in the left camera's coordinates, its covariance in row-major order, the root mean
 *   square of its residuals
 * @returns false when the rays do not meet in front of both cameras
 */
export function triangulate(imagePoints: usize, pickPx: f64, target: usize): bool {
  if (!beginBetweenRays(imagePoints)) return false;
  for (let step = 0; step < MAX_STEPS; step++) {
    gatherEquations(imagePoints);
    if (!invert()) return false;
    const moveX = i00 * g0 + i01 * g1 + i02 * g2;
    const moveY = i01 * g0 + i11 * g1 + i12 * g2;
    const moveZ = i02 * g0 + i12 * g1 + i22 * g2;
    x -= moveX;
    y -= moveY;
    z -= moveZ;
    if (moveX * moveX + moveY * moveY + moveZ * moveZ < 1e-24 * (x * x + y * y + z * z)) break;
  }
  if (!isInFrontOfBoth()) return false;
  gatherEquations(imagePoints);
  if (!invert()) return false;
  const variance = pickPx * pickPx;
  store<f64>(target, x);
  store<f64>(target, y, 8);
  store<f64>(target, z, 16);
  store<f64>(target, i00 * variance, 24);
  store<f64>(target, i01 * variance, 32);
  store<f64>(target, i02 * variance, 40);
  store<f64>(target, i01 * variance, 48);
  store<f64>(target, i11 * variance, 56);
  store<f64>(target, i12 * variance, 64);
  store<f64>(target, i02 * variance, 72);
  store<f64>(target, i12 * variance, 80);
  store<f64>(target, i22 * variance, 88);
  store<f64>(target, sqrt(squares / 4), 96);
  return true;
}

/** Calls `triangulate` with the first 4 numbers of the exchange block, which the result replaces. */
export function triangulateExchange(pickPx: f64): bool {
  return triangulate(exchangeAddress(), pickPx, exchangeAddress());
}

/**
 * The length between two points visible on both pictures. Input: 8 x f64 of the exchange block, head left and right,
 * tail left and right. They are replaced by the length, its standard deviation, the midpoint in the left camera's
 * coordinates, its distance, and the root mean square of all residuals.
 */
export function measureExchange(pickPx: f64): bool {
  const io = exchangeAddress();
  const head = ENDS;
  const tail = ENDS + END_BYTES;
  if (!triangulate(io, pickPx, head) || !triangulate(io + 32, pickPx, tail)) return false;
  const dx = load<f64>(tail) - load<f64>(head);
  const dy = load<f64>(tail, 8) - load<f64>(head, 8);
  const dz = load<f64>(tail, 16) - load<f64>(head, 16);
  const length = sqrt(dx * dx + dy * dy + dz * dz);
  if (length == 0) return false;
  const midX = (load<f64>(head) + load<f64>(tail)) / 2;
  const midY = (load<f64>(head, 8) + load<f64>(tail, 8)) / 2;
  const midZ = (load<f64>(head, 16) + load<f64>(tail, 16)) / 2;
  const rmsHead = load<f64>(head, 96);
  const rmsTail = load<f64>(tail, 96);
  store<f64>(io, length);
  store<f64>(io, deviationOfLength(head, tail, dx, dy, dz), 8);
  store<f64>(io, midX, 16);
  store<f64>(io, midY, 24);
  store<f64>(io, midZ, 32);
  store<f64>(io, sqrt(midX * midX + midY * midY + midZ * midZ), 40);
  store<f64>(io, sqrt((rmsHead * rmsHead + rmsTail * rmsTail) / 2), 48);
  return true;
}

/**
 * How much the length of (dx, dy, dz) varies when both ends do. Far away, the uncertainty of the ends along the line of
 * sight is as large as the line itself, and linear propagation underestimates it; so the distribution of the difference
 * is integrated, by Gauss-Hermite quadrature in three dimensions (Golub and Welsch, "Calculation of Gauss quadrature
 * rules", 1969).
 */
function deviationOfLength(head: usize, tail: usize, dx: f64, dy: f64, dz: f64): f64 {
  storeRoot(head + 24, tail + 24);
  const length = sqrt(dx * dx + dy * dy + dz * dz);
  let mean: f64 = 0;
  let squares: f64 = 0;
  for (let i = 0; i < NODES; i++) {
    const x1 = nodeAt(i);
    for (let j = 0; j < NODES; j++) {
      const x2 = nodeAt(j);
      for (let k = 0; k < NODES; k++) {
        const x3 = nodeAt(k);
        const ex = dx + r00 * x1;
        const ey = dy + r10 * x1 + r11 * x2;
        const ez = dz + r20 * x1 + r21 * x2 + r22 * x3;
        const weight = weightAt(i) * weightAt(j) * weightAt(k);
        const longer = sqrt(ex * ex + ey * ey + ez * ez) - length;
        mean += weight * longer;
        squares += weight * longer * longer;
      }
    }
  }
  return sqrt(max<f64>(0, squares - mean * mean));
}

// Cholesky factor of the sum of the two covariances.
let r00: f64 = 0;
let r10: f64 = 0;
let r11: f64 = 0;
let r20: f64 = 0;
let r21: f64 = 0;
let r22: f64 = 0;

function storeRoot(first: usize, second: usize): void {
  const c00 = load<f64>(first) + load<f64>(second);
  const c10 = load<f64>(first, 24) + load<f64>(second, 24);
  const c11 = load<f64>(first, 32) + load<f64>(second, 32);
  const c20 = load<f64>(first, 48) + load<f64>(second, 48);
  const c21 = load<f64>(first, 56) + load<f64>(second, 56);
  const c22 = load<f64>(first, 64) + load<f64>(second, 64);
  r00 = sqrt(c00);
  r10 = r00 > 0 ? c10 / r00 : 0;
  r20 = r00 > 0 ? c20 / r00 : 0;
  r11 = sqrt(max<f64>(0, c11 - r10 * r10));
  r21 = r11 > 0 ? (c21 - r20 * r10) / r11 : 0;
  r22 = sqrt(max<f64>(0, c22 - r20 * r20 - r21 * r21));
}

const NODES: i32 = 7;

/** A node of the 7-point rule for the standard normal distribution. */
function nodeAt(index: i32): f64 {
  const away = index < 3 ? 3 - index : index - 3;
  const size = away == 0 ? 0 : away == 1 ? 1.154405394739968 : away == 2 ? 2.366759410734541 : 3.750439717725742;
  return index < 3 ? -size : size;
}

function weightAt(index: i32): f64 {
  const away = index < 3 ? 3 - index : index - 3;
  if (away == 0) return 0.457142857142857;
  return away == 1 ? 0.240123178605013 : away == 2 ? 0.030757123967586 : 0.000548268855972;
}

/**
 * Starts at the middle of the shortest segment between the rays; returns false when it is not in front of both cameras.
 */
function beginBetweenRays(imagePoints: usize): bool {
  rayOf(lensOf(0), load<f64>(imagePoints), load<f64>(imagePoints, 8));
  const ax = outX;
  const ay = outY;
  rayOf(lensOf(1), load<f64>(imagePoints, 16), load<f64>(imagePoints, 24));
  turnToOther(1, outX, outY, 1, VECTOR_A);
  const bx = load<f64>(VECTOR_A);
  const by = load<f64>(VECTOR_A, 8);
  const bz = load<f64>(VECTOR_A, 16);
  placeForOther(1, VECTOR_B);
  const ox = load<f64>(VECTOR_B);
  const oy = load<f64>(VECTOR_B, 8);
  const oz = load<f64>(VECTOR_B, 16);
  const aa = ax * ax + ay * ay + 1;
  const ab = ax * bx + ay * by + bz;
  const bb = bx * bx + by * by + bz * bz;
  const ao = ax * ox + ay * oy + oz;
  const bo = bx * ox + by * oy + bz * oz;
  const determinant = aa * bb - ab * ab;
  // Parallel rays: the point is too far away to locate.
  if (determinant < 1e-14 * aa * bb) return false;
  const s = (ao * bb - bo * ab) / determinant;
  const r = (ao * ab - bo * aa) / determinant;
  x = (ax * s + ox + bx * r) / 2;
  y = (ay * s + oy + by * r) / 2;
  z = (s + oz + bz * r) / 2;
  return isInFrontOfBoth();
}

function isInFrontOfBoth(): bool {
  return z > 0 && rightAt(2) > 0;
}

/** The point in the right camera's coordinates. */
function rightAt(axis: usize): f64 {
  return rotationAt(axis, 0) * x + rotationAt(axis, 1) * y + rotationAt(axis, 2) * z + translationAt(axis);
}

function gatherEquations(imagePoints: usize): void {
  n00 = n01 = n02 = n11 = n12 = n22 = 0;
  g0 = g1 = g2 = squares = 0;
  addSide(0, x, y, z, imagePoints);
  addSide(1, rightAt(0), rightAt(1), rightAt(2), imagePoints + 16);
}

/** Adds both coordinates of a camera, in whose coordinates the point is (px, py, pz). */
function addSide(side: u32, px: f64, py: f64, pz: f64, imagePoints: usize): void {
  const lens = lensOf(side);
  const u = px / pz;
  const v = py / pz;
  projectRay(lens, u, v);
  const residualX = outX - load<f64>(imagePoints);
  const residualY = outY - load<f64>(imagePoints, 8);
  distortionSlopes(lens, u, v);
  const fx = load<f64>(lens) / pz;
  const fy = load<f64>(lens, 8) / pz;
  addRow(side, slopeXx * fx, slopeXy * fx, -(slopeXx * u + slopeXy * v) * fx, residualX);
  addRow(side, slopeXy * fy, slopeYy * fy, -(slopeXy * u + slopeYy * v) * fy, residualY);
}

/** Derivatives are with respect to the point in this camera's coordinates. */
function addRow(side: u32, sx: f64, sy: f64, sz: f64, residual: f64): void {
  let jx = sx;
  let jy = sy;
  let jz = sz;
  if (side == 1) {
    jx = sx * rotationAt(0, 0) + sy * rotationAt(1, 0) + sz * rotationAt(2, 0);
    jy = sx * rotationAt(0, 1) + sy * rotationAt(1, 1) + sz * rotationAt(2, 1);
    jz = sx * rotationAt(0, 2) + sy * rotationAt(1, 2) + sz * rotationAt(2, 2);
  }
  n00 += jx * jx;
  n01 += jx * jy;
  n02 += jx * jz;
  n11 += jy * jy;
  n12 += jy * jz;
  n22 += jz * jz;
  g0 += jx * residual;
  g1 += jy * residual;
  g2 += jz * residual;
  squares += residual * residual;
}

/** Inverts by the adjugate; returns false when there is no inverse. */
function invert(): bool {
  const a = n11 * n22 - n12 * n12;
  const b = n02 * n12 - n01 * n22;
  const c = n01 * n12 - n02 * n11;
  const determinant = n00 * a + n01 * b + n02 * c;
  if (!(determinant > 0)) return false;
  i00 = a / determinant;
  i01 = b / determinant;
  i02 = c / determinant;
  i11 = (n00 * n22 - n02 * n02) / determinant;
  i12 = (n01 * n02 - n00 * n12) / determinant;
  i22 = (n00 * n11 - n01 * n01) / determinant;
  return true;
}
