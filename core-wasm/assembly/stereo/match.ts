/**
 * Finds the counterpart of a box on the other picture by plane sweep: planes at many distances, parallel to the
 * picture, are swept through space; at each, the content of the box is compared with the other picture at the projected
 * place, by normalized cross-correlation (R. T. Collins, "A space-sweep approach to true multi-image matching", 1996).
 * The center of the box moves along its epipolar line, one pixel per step; rotated cameras, scale and lens distortion
 * are part of the projection.
 */
import { outX, outY, projectRay, rayOf } from "./lens";
import { exchangeAddress, lensOf, placeForOther, turnToOther } from "./rig";

/** Number of sample points along each side of the box. */
const GRID: i32 = 24;
const PLACES: i32 = GRID * GRID;
/** For each sample point: its direction in the other camera's coordinates, and its brightness. */
const DIRECTIONS: usize = memory.data(13824, 16);
const BRIGHTNESS: usize = memory.data(4608, 16);
const SHIFT: usize = memory.data(24, 16);
const CENTER: usize = memory.data(24, 16);

/** Steps along the line: more than the diagonal, in pixels, of any picture that a browser decodes. */
const MAX_STEPS: i32 = 20000;
/** When a larger share of the sample points is outside the other picture, nothing is compared. */
const MAX_OUTSIDE: f64 = 0.25;
/** Boxes with less contrast (variance of 0..255) look the same everywhere. */
const MIN_VARIANCE: f64 = 4;

// The picture being searched: one byte per pixel.
let pixels: usize = 0;
let width: i32 = 0;
let height: i32 = 0;
/** Width and height of a sample point on it, in pixels. */
let reachX: f64 = 1;
let reachY: f64 = 1;

let meanOfBox: f64 = 0;
let varianceOfBox: f64 = 0;

/**
 * Input in the exchange block: the box (x1, y1, x2, y2) on the picture of side `from`. It is replaced by the box on the
 * other picture and the correlation of the two, -1..1. Returns false when there is nothing to compare.
 */
export function matchBox(
  from: u32,
  ownPixels: usize,
  ownWidth: i32,
  ownHeight: i32,
  otherPixels: usize,
  otherWidth: i32,
  otherHeight: i32,
): bool {
  const io = exchangeAddress();
  const x1 = load<f64>(io);
  const y1 = load<f64>(io, 8);
  const x2 = load<f64>(io, 16);
  const y2 = load<f64>(io, 24);
  placeForOther(from, SHIFT);
  reachX = (x2 - x1) / GRID;
  reachY = (y2 - y1) / GRID;
  pixels = ownPixels;
  width = ownWidth;
  height = ownHeight;
  if (!learnBox(from, x1, y1)) return false;
  pixels = otherPixels;
  width = otherWidth;
  height = otherHeight;
  const nearness = sweep(from, (x1 + x2) / 2, (y1 + y2) / 2);
  if (bestScore < -1) return false;
  storeBoxAt(from, x1, y1, x2, y2, nearness);
  store<f64>(io, bestScore, 32);
  return true;
}

/** Returns false when the box has no content. */
function learnBox(from: u32, x1: f64, y1: f64): bool {
  const lens = lensOf(from);
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let place = 0; place < PLACES; place++) {
    const x = x1 + (<f64>(place % GRID) + 0.5) * reachX;
    const y = y1 + (<f64>(place / GRID) + 0.5) * reachY;
    const brightness = brightnessAt(x, y);
    // A box that reaches over the edge is compared by the part inside the picture.
    const seen = brightness < 0 ? -1 : brightness;
    store<f64>(BRIGHTNESS + (place << 3), seen);
    rayOf(lens, x, y);
    turnToOther(from, outX, outY, 1, DIRECTIONS + place * 24);
    if (seen < 0) continue;
    sum += seen;
    squares += seen * seen;
  }
  meanOfBox = sum / PLACES;
  varianceOfBox = squares / PLACES - meanOfBox * meanOfBox;
  return varianceOfBox >= MIN_VARIANCE;
}

let bestScore: f64 = -2;

/** The nearness (1 / distance) of the plane on which both pictures agree best. */
function sweep(from: u32, centerX: f64, centerY: f64): f64 {
  const lens = lensOf(1 - from);
  rayOf(lensOf(from), centerX, centerY);
  turnToOther(from, outX, outY, 1, CENTER);
  bestScore = -2;
  let best: f64 = 0;
  let step: f64 = 0;
  let isIn = false;
  // The scores before and after the best one, for the vertex of the parabola through the three.
  let before: f64 = -2;
  let after: f64 = -2;
  let last: f64 = -2;
  let isNext = false;
  let stepOfBest: f64 = 0;
  let nearness: f64 = 0;
  for (let count = 0; count < MAX_STEPS; count++) {
    if (!projectAt(lens, CENTER, nearness)) break;
    const x = outX;
    const y = outY;
    const isOn = x >= 0 && y >= 0 && x <= <f64>width && y <= <f64>height;
    if (isIn && !isOn) break;
    isIn = isIn || isOn;
    const score = isOn ? scoreAt(lens, nearness) : -2;
    if (isNext) after = score;
    isNext = false;
    if (score > bestScore) {
      bestScore = score;
      best = nearness;
      before = last;
      after = -2;
      isNext = true;
    }
    last = score;
    step = stepAt(lens, nearness, x, y);
    if (step <= 0) break;
    if (isNext) stepOfBest = step;
    nearness += step;
  }
  if (before < -1 || after < -1) return best;
  const bend = before - 2 * bestScore + after;
  return bend < 0 ? best + (0.5 * (before - after) * stepOfBest) / bend : best;
}

/** The step in nearness that moves the center by one pixel; 0 when the center does not move. */
function stepAt(lens: usize, nearness: f64, x: f64, y: f64): f64 {
  const shift = sqrt(lengthOf(SHIFT));
  if (shift == 0) return 0;
  const probe = 1e-6 / shift;
  if (!projectAt(lens, CENTER, nearness + probe)) return 0;
  const dx = outX - x;
  const dy = outY - y;
  const moved = sqrt(dx * dx + dy * dy);
  return moved > 1e-12 ? probe / moved : 0;
}

function lengthOf(vector: usize): f64 {
  const x = load<f64>(vector);
  const y = load<f64>(vector, 8);
  const z = load<f64>(vector, 16);
  return x * x + y * y + z * z;
}

/**
 * Stores the pixel of a direction's point at this nearness in `outX` and `outY`; returns false when the point is
 * not in front of the other camera.
 */
function projectAt(lens: usize, direction: usize, nearness: f64): bool {
  const z = load<f64>(direction, 16) + nearness * load<f64>(SHIFT, 16);
  if (z < 1e-6) return false;
  const x = load<f64>(direction) + nearness * load<f64>(SHIFT);
  const y = load<f64>(direction, 8) + nearness * load<f64>(SHIFT, 8);
  projectRay(lens, x / z, y / z);
  return true;
}

/** Normalized cross-correlation of the box and the other picture at the projected place. */
function scoreAt(lens: usize, nearness: f64): f64 {
  let count: f64 = 0;
  let ownSum: f64 = 0;
  let ownSquares: f64 = 0;
  let sum: f64 = 0;
  let squares: f64 = 0;
  let products: f64 = 0;
  for (let place = 0; place < PLACES; place++) {
    const own = load<f64>(BRIGHTNESS + (place << 3));
    if (own < 0 || !projectAt(lens, DIRECTIONS + place * 24, nearness)) continue;
    const other = brightnessAt(outX, outY);
    if (other < 0) continue;
    count += 1;
    ownSum += own;
    ownSquares += own * own;
    sum += other;
    squares += other * other;
    products += own * other;
  }
  if (count < (1 - MAX_OUTSIDE) * PLACES) return -2;
  const ownVariance = ownSquares - (ownSum * ownSum) / count;
  const variance = squares - (sum * sum) / count;
  if (ownVariance <= 0 || variance < MIN_VARIANCE * count) return -2;
  return (products - (ownSum * sum) / count) / sqrt(ownVariance * variance);
}

/**
 * Brightness of a sample point: the mean of up to 3 x 3 positions, each interpolated from the four pixels around it. -1
 * outside the picture. Pixel centers are at whole numbers plus a half.
 */
function brightnessAt(x: f64, y: f64): f64 {
  const countX = min(3, max(1, <i32>ceil(reachX / 1.5)));
  const countY = min(3, max(1, <i32>ceil(reachY / 1.5)));
  let sum: f64 = 0;
  for (let row = 0; row < countY; row++) {
    for (let column = 0; column < countX; column++) {
      const px = x + ((<f64>column + 0.5) / countX - 0.5) * reachX - 0.5;
      const py = y + ((<f64>row + 0.5) / countY - 0.5) * reachY - 0.5;
      if (px < 0 || py < 0 || px >= <f64>(width - 1) || py >= <f64>(height - 1)) return -1;
      const left = <i32>px;
      const top = <i32>py;
      const shareX = px - left;
      const shareY = py - top;
      const at = pixels + <usize>top * width + left;
      const above = <f64>load<u8>(at) * (1 - shareX) + <f64>load<u8>(at, 1) * shareX;
      const below = <f64>load<u8>(at + width) * (1 - shareX) + <f64>load<u8>(at + width, 1) * shareX;
      sum += above * (1 - shareY) + below * shareY;
    }
  }
  return sum / (countX * countY);
}

/** Encloses the corners and the middles of the sides, since lenses bend straight lines. */
function storeBoxAt(from: u32, x1: f64, y1: f64, x2: f64, y2: f64, nearness: f64): void {
  const lens = lensOf(from);
  const other = lensOf(1 - from);
  const io = exchangeAddress();
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let corner = 0; corner < 9; corner++) {
    const x = x1 + ((x2 - x1) * <f64>(corner % 3)) / 2;
    const y = y1 + ((y2 - y1) * <f64>(corner / 3)) / 2;
    rayOf(lens, x, y);
    turnToOther(from, outX, outY, 1, CENTER);
    if (!projectAt(other, CENTER, nearness)) continue;
    left = min(left, outX);
    top = min(top, outY);
    right = max(right, outX);
    bottom = max(bottom, outY);
  }
  store<f64>(io, left);
  store<f64>(io, top, 8);
  store<f64>(io, right, 16);
  store<f64>(io, bottom, 24);
}
