/**
 * Sparse optical flow: where points of one picture are on the other one. After B. Lucas and T. Kanade, "An iterative
 * image registration technique", IJCAI 1981, over a pyramid of pictures as in J.-Y. Bouguet, "Pyramidal implementation of
 * the affine Lucas Kanade feature tracker", Intel 2001. Two pictures per instance, which take turns.
 *
 * A level of a pyramid is a plane of f32, with a margin around it that repeats its border, so that windows need no
 * checks. Coordinates count pixels from the center of the first one; a level has half the scale of the one below it.
 */
import { channel } from "./channel";
import { END } from "./layout";

/** Side of the compared window, in pixels; a multiple of four. */
const WINDOW: usize = 20;
/** Of the center from the first pixel of the window. */
const REACH: f32 = 9.5;
const MARGIN: usize = 16;
const MAX_LEVELS: usize = 4;
/** The smallest side of a level. */
const MIN_SIDE: usize = 24;
const MAX_ROUNDS: i32 = 30;
/** Squared length of a step, in pixels, after which the position is final. */
const SMALL_STEP: f32 = 0.0001;
/** Minimum strength of the texture in the window, in either direction: mean squared gradient. */
const MIN_TEXTURE: f32 = 0.3;
/** Residual of a point that was not found. */
const LOST: f32 = Infinity;

const ROW: usize = WINDOW * 4;
/** The gradients are computed from a window that is larger by a pixel on each side, and padded. */
const WIDE_ROW: usize = 24 * 4;

/** Of each level: width, height, bytes per row, and where its first pixel is in the pyramid. */
const LEVELS: usize = END;
const LEVEL_BYTES: usize = 16;
const WIDE: usize = LEVELS + MAX_LEVELS * LEVEL_BYTES;
const TEMPLATE: usize = WIDE + (WINDOW + 2) * WIDE_ROW;
const ACROSS: usize = TEMPLATE + WINDOW * ROW;
const DOWN: usize = ACROSS + WINDOW * ROW;
const PYRAMIDS: usize = DOWN + WINDOW * ROW;

let levels: usize = 0;
/** Bytes of one pyramid. */
let pyramid: usize = 0;
/** A row of the level that is being made. */
let line: usize = 0;
let picture: usize = 0;
let points: usize = 0;
/** The position that `follow` has found. */
let foundX: f32 = 0;
let foundY: f32 = 0;

/** Bytes of memory for pictures of a size, and so many points. Begins without pictures. */
export function flow_open(width: usize, height: usize, count: usize): usize {
  let at: usize = 0;
  levels = 0;
  for (let w = width, h = height; levels < MAX_LEVELS; w = (w + 1) >> 1, h = (h + 1) >> 1) {
    if (levels > 0 && min(w, h) < MIN_SIDE) break;
    const row = ((w + 2 * MARGIN + 3) & ~3) << 2;
    const level = LEVELS + levels * LEVEL_BYTES;
    store<u32>(level, <u32>w);
    store<u32>(level, <u32>h, 4);
    store<u32>(level, <u32>row, 8);
    store<u32>(level, <u32>(at + MARGIN * row + (MARGIN << 2)), 12);
    at += (h + 2 * MARGIN) * row + 16;
    levels++;
  }
  pyramid = at;
  line = PYRAMIDS + 2 * pyramid;
  picture = line + rowOf(0) + 32;
  points = (picture + width * height * 3 + 31) & ~15;
  return points + (count << 4) * 2;
}

/** Where the host writes a picture, three bytes per pixel. */
export function flow_picture(): usize {
  return picture;
}

/** Where the host writes points, two f32 each. Their positions follow: x, y and residual, three f32 each. */
export function flow_points(): usize {
  return points;
}

/** Makes the pyramid of the picture. @param which 0 or 1 */
export function flow_see(which: usize): void {
  const width = widthOf(0);
  const height = heightOf(0);
  const to = planeOf(which, 0);
  for (let y: usize = 0; y < height; y++) {
    const row = to + y * rowOf(0);
    // The last four of a row may reach into the margin, which is written next.
    for (let x: usize = 0; x < width; x += 4) {
      const bytes = v128.load(picture + (y * width + x) * 3);
      const red = f32x4.mul(channel(bytes, 0), f32x4.splat(0.299));
      const green = f32x4.mul(channel(bytes, 1), f32x4.splat(0.587));
      const blue = f32x4.mul(channel(bytes, 2), f32x4.splat(0.114));
      v128.store(row + (x << 2), f32x4.add(red, f32x4.add(green, blue)));
    }
  }
  repeatBorder(which, 0);
  for (let level: usize = 1; level < levels; level++) {
    shrink(which, level);
    repeatBorder(which, level);
  }
}

/**
 * Finds each point of one picture on the other. The residual is how far from the point the search arrives that goes
 * back from there, in pixels; infinite if there is no texture, or the point has left the picture.
 * @param from 0 or 1, the picture that has the points
 */
export function flow_find(count: usize, from: usize): void {
  const found = points + (count << 3);
  for (let n: usize = 0; n < count; n++) {
    const x = load<f32>(points + (n << 3));
    const y = load<f32>(points + (n << 3), 4);
    const to = found + n * 12;
    let residual = LOST;
    if (follow(from, x, y)) {
      const newX = foundX;
      const newY = foundY;
      store<f32>(to, newX);
      store<f32>(to, newY, 4);
      if (follow(1 - from, newX, newY)) {
        residual = <f32>Math.sqrt(<f64>((foundX - x) * (foundX - x) + (foundY - y) * (foundY - y)));
      }
    }
    store<f32>(to, residual, 8);
  }
}

/** Finds one point, from the coarsest level to the finest. Returns false if it is not found. */
function follow(from: usize, x: f32, y: f32): bool {
  let dx: f32 = 0;
  let dy: f32 = 0;
  for (let level: usize = levels; level > 0; ) {
    level--;
    const scale: f32 = 1 / <f32>(1 << (<i32>level));
    const cx = x * scale;
    const cy = y * scale;
    dx *= 2;
    dy *= 2;
    if (!isInside(level, cx, cy)) return false;
    readTemplate(planeOf(from, level), rowOf(level), cx, cy);
    let sum = f32x4.splat(0);
    let cross = f32x4.splat(0);
    let down = f32x4.splat(0);
    for (let at: usize = 0; at < WINDOW * ROW; at += 16) {
      const gx = v128.load(ACROSS + at);
      const gy = v128.load(DOWN + at);
      sum = f32x4.add(sum, f32x4.mul(gx, gx));
      cross = f32x4.add(cross, f32x4.mul(gx, gy));
      down = f32x4.add(down, f32x4.mul(gy, gy));
    }
    const xx = total(sum);
    const xy = total(cross);
    const yy = total(down);
    const determinant = xx * yy - xy * xy;
    const weaker = (xx + yy - <f32>Math.sqrt(<f64>((xx - yy) * (xx - yy) + 4 * xy * xy))) / 2;
    if (weaker < MIN_TEXTURE * <f32>(WINDOW * WINDOW)) {
      // A finer level may have the texture that this one lacks.
      if (level == 0) return false;
      continue;
    }
    let lastX: f32 = 0;
    let lastY: f32 = 0;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!isInside(level, cx + dx, cy + dy)) return false;
      compare(planeOf(1 - from, level), rowOf(level), cx + dx, cy + dy);
      const stepX = (yy * offX - xy * offY) / determinant;
      const stepY = (xx * offY - xy * offX) / determinant;
      dx += stepX;
      dy += stepY;
      if (stepX * stepX + stepY * stepY < SMALL_STEP) break;
      // Two positions that lead to each other: the middle.
      if (round > 0 && abs(stepX + lastX) < 0.01 && abs(stepY + lastY) < 0.01) {
        dx -= stepX / 2;
        dy -= stepY / 2;
        break;
      }
      lastX = stepX;
      lastY = stepY;
    }
  }
  foundX = x + dx;
  foundY = y + dy;
  return foundX >= 0 && foundY >= 0 && foundX <= <f32>(widthOf(0) - 1) && foundY <= <f32>(heightOf(0) - 1);
}

/** Sums over the window of the difference to the template, times the gradient: of the last `compare`. */
let offX: f32 = 0;
let offY: f32 = 0;

/** Compares the template with the window around a position. */
function compare(plane: usize, row: usize, cx: f32, cy: f32): void {
  const left = floor<f32>(cx - REACH);
  const top = floor<f32>(cy - REACH);
  const right = f32x4.splat(cx - REACH - left);
  const lower = f32x4.splat(cy - REACH - top);
  const start = plane + <isize>top * <isize>row + ((<isize>left) << 2);
  let sumX = f32x4.splat(0);
  let sumY = f32x4.splat(0);
  for (let column: usize = 0; column < ROW; column += 16) {
    let from = start + column;
    let upper = between(v128.load(from), v128.load(from, 4), right);
    for (let at = column; at < WINDOW * ROW; at += ROW) {
      from += row;
      const under = between(v128.load(from), v128.load(from, 4), right);
      const off = f32x4.sub(v128.load(TEMPLATE + at), between(upper, under, lower));
      sumX = f32x4.add(sumX, f32x4.mul(off, v128.load(ACROSS + at)));
      sumY = f32x4.add(sumY, f32x4.mul(off, v128.load(DOWN + at)));
      upper = under;
    }
  }
  offX = total(sumX);
  offY = total(sumY);
}

/** Reads the window around a position into TEMPLATE, and its gradients. */
function readTemplate(plane: usize, row: usize, cx: f32, cy: f32): void {
  const left = floor<f32>(cx - REACH - 1);
  const top = floor<f32>(cy - REACH - 1);
  const right = f32x4.splat(cx - REACH - 1 - left);
  const lower = f32x4.splat(cy - REACH - 1 - top);
  const start = plane + <isize>top * <isize>row + ((<isize>left) << 2);
  for (let column: usize = 0; column < WIDE_ROW; column += 16) {
    let from = start + column;
    let upper = between(v128.load(from), v128.load(from, 4), right);
    for (let at = column; at < (WINDOW + 2) * WIDE_ROW; at += WIDE_ROW) {
      from += row;
      const under = between(v128.load(from), v128.load(from, 4), right);
      v128.store(WIDE + at, between(upper, under, lower));
      upper = under;
    }
  }
  for (let y: usize = 0; y < WINDOW; y++) {
    for (let x: usize = 0; x < ROW; x += 16) {
      const at = WIDE + y * WIDE_ROW + x;
      const a = v128.load(at);
      const b = v128.load(at, 4);
      const c = v128.load(at, 8);
      const d = v128.load(at, 96);
      const f = v128.load(at, 104);
      const g = v128.load(at, 192);
      const h = v128.load(at, 196);
      const k = v128.load(at, 200);
      const to = y * ROW + x;
      v128.store(TEMPLATE + to, v128.load(at, 100));
      // Scharr's kernels.
      v128.store(ACROSS + to, slope(f32x4.sub(c, a), f32x4.sub(f, d), f32x4.sub(k, g)));
      v128.store(DOWN + to, slope(f32x4.sub(g, a), f32x4.sub(h, b), f32x4.sub(k, c)));
    }
  }
}

// @ts-ignore: decorator
@inline
function slope(one: v128, middle: v128, other: v128): v128 {
  const sides = f32x4.mul(f32x4.add(one, other), f32x4.splat(3.0 / 32));
  return f32x4.add(sides, f32x4.mul(middle, f32x4.splat(10.0 / 32)));
}

// @ts-ignore: decorator
@inline
function between(a: v128, b: v128, share: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), share));
}

// @ts-ignore: decorator
@inline
function total(sum: v128): f32 {
  return (
    f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)
  );
}

/** Whether a window around the position stays within the margin. */
function isInside(level: usize, x: f32, y: f32): bool {
  return x >= -3 && y >= -3 && x <= <f32>(widthOf(level) + 2) && y <= <f32>(heightOf(level) + 2);
}

/** Makes a level of the one below it: every second pixel, after a Gaussian blur. */
function shrink(which: usize, level: usize): void {
  const row = rowOf(level - 1);
  const from = planeOf(which, level - 1) - (MARGIN << 2);
  const to = planeOf(which, level);
  const width = widthOf(level);
  const height = heightOf(level);
  for (let y: usize = 0; y < height; y++) {
    const middle = from + 2 * y * row;
    for (let at: usize = 0; at < row; at += 16) {
      const place = middle + at;
      const far = f32x4.add(v128.load(place - 2 * row), v128.load(place + 2 * row));
      const near = f32x4.add(v128.load(place - row), v128.load(place + row));
      v128.store(line + at, blur(far, near, v128.load(place)));
    }
    for (let x: usize = 0; x < width; x += 4) {
      const place = line + (MARGIN << 2) + (x << 3);
      const a = v128.load(place - 8);
      const b = v128.load(place);
      const c = v128.load(place, 8);
      const d = v128.load(place, 16);
      const e = v128.load(place, 24);
      const far = f32x4.add(v128.shuffle<f32>(a, c, 0, 2, 4, 6), v128.shuffle<f32>(c, e, 0, 2, 4, 6));
      const near = f32x4.add(v128.shuffle<f32>(a, c, 1, 3, 5, 7), v128.shuffle<f32>(b, d, 1, 3, 5, 7));
      v128.store(to + y * rowOf(level) + (x << 2), blur(far, near, v128.shuffle<f32>(b, d, 0, 2, 4, 6)));
    }
  }
}

// @ts-ignore: decorator
@inline
function blur(far: v128, near: v128, middle: v128): v128 {
  const outer = f32x4.add(f32x4.mul(far, f32x4.splat(1.0 / 16)), f32x4.mul(near, f32x4.splat(4.0 / 16)));
  return f32x4.add(outer, f32x4.mul(middle, f32x4.splat(6.0 / 16)));
}

/** Fills the margin of a level. */
function repeatBorder(which: usize, level: usize): void {
  const row = rowOf(level);
  const plane = planeOf(which, level);
  const width = widthOf(level);
  const height = heightOf(level);
  const end = row - (MARGIN << 2);
  for (let y: usize = 0; y < height; y++) {
    const first = plane + y * row;
    const left = load<f32>(first);
    const right = load<f32>(first + ((width - 1) << 2));
    for (let at: usize = 4; at <= MARGIN << 2; at += 4) store<f32>(first - at, left);
    for (let at = width << 2; at < end; at += 4) store<f32>(first + at, right);
  }
  const top = plane - (MARGIN << 2);
  const bottom = top + (height - 1) * row;
  for (let n: usize = 1; n <= MARGIN; n++) {
    memory.copy(top - n * row, top, row);
    memory.copy(bottom + n * row, bottom, row);
  }
}

function widthOf(level: usize): usize {
  return <usize>load<u32>(LEVELS + level * LEVEL_BYTES);
}

function heightOf(level: usize): usize {
  return <usize>load<u32>(LEVELS + level * LEVEL_BYTES, 4);
}

/** Bytes per row. */
function rowOf(level: usize): usize {
  return <usize>load<u32>(LEVELS + level * LEVEL_BYTES, 8);
}

/** Where the first pixel of a level is. */
function planeOf(which: usize, level: usize): usize {
  return PYRAMIDS + which * pyramid + <usize>load<u32>(LEVELS + level * LEVEL_BYTES, 12);
}
