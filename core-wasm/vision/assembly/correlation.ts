/**
 * The correlation filter of one object: learning its appearance, and finding it. Two real channels share one complex
 * plane. With Z = A + iB, the response to A and B is the real part of the one to Z for a filter made of conj(Z), so the
 * two are never taken apart.
 */
import { transform } from "./fourier";
import { FADE, FILTER, PAIRS, PATCH, PLANE, POWER, RESPONSE, ROW, SIDE, SPECTRA, WANTED } from "./layout";

const LIGHT: usize = SPECTRA;
const WARM: usize = SPECTRA + PLANE;
const ACROSS: usize = SPECTRA + 2 * PLANE;
const DOWN: usize = SPECTRA + 3 * PLANE;
const GREEN: usize = SPECTRA + 4 * PLANE;
const ZERO: usize = SPECTRA + 5 * PLANE;
const REGULARIZATION: f32 = 0.01 * 64 * 64;

/** Makes SPECTRA of PATCH: brightness, two color differences, and the derivatives of brightness. */
export function spectra_compute(): void {
  for (let at: usize = 0; at < PLANE; at += 16) {
    const r = v128.load(PATCH + at);
    const g = v128.load(PATCH + PLANE + at);
    const b = v128.load(PATCH + 2 * PLANE + at);
    const redAndBlue = f32x4.add(r, b);
    v128.store(LIGHT + at, f32x4.mul(f32x4.add(redAndBlue, g), f32x4.splat(1.0 / 765)));
    v128.store(WARM + at, f32x4.mul(f32x4.sub(r, b), f32x4.splat(1.0 / 255)));
    v128.store(GREEN + at, f32x4.mul(f32x4.sub(f32x4.add(g, g), redAndBlue), f32x4.splat(1.0 / 510)));
  }
  for (let row: usize = 0; row < PLANE; row += ROW) {
    const above = LIGHT + (row > 0 ? row - ROW : row);
    const below = LIGHT + (row < PLANE - ROW ? row + ROW : row);
    for (let at: usize = 0; at < ROW; at += 16) {
      const place = LIGHT + row + at;
      // Of the first and last column, the neighbor of the other row is read, and replaced below.
      v128.store(ACROSS + row + at, f32x4.sub(v128.load(place + 4), v128.load(place - 4)));
      v128.store(DOWN + row + at, f32x4.sub(v128.load(below + at), v128.load(above + at)));
    }
    const first = LIGHT + row;
    const last = LIGHT + row + ROW - 4;
    store<f32>(ACROSS + row, load<f32>(first, 4) - load<f32>(first));
    store<f32>(ACROSS + row + ROW - 4, load<f32>(last) - load<f32>(last - 4));
  }
  fadeOut(LIGHT);
  fadeOut(WARM);
  fadeOut(ACROSS);
  fadeOut(DOWN);
  fadeOut(GREEN);
  memory.fill(ZERO, 0, PLANE);
  transform(LIGHT, WARM);
  transform(ACROSS, DOWN);
  transform(GREEN, ZERO);
}

/** Computes RESPONSE of FILTER to SPECTRA, 4096 times as high. Returns the index of its maximum. */
export function response_compute(): i32 {
  for (let at: usize = 0; at < PLANE; at += 16) {
    let re = f32x4.splat(0);
    let im = f32x4.splat(0);
    for (let pair: usize = 0; pair < PAIRS; pair++) {
      const place = pair * (2 * PLANE) + at;
      const a = v128.load(SPECTRA + place);
      const b = v128.load(SPECTRA + place + PLANE);
      const c = v128.load(FILTER + place);
      const d = v128.load(FILTER + place + PLANE);
      re = f32x4.add(re, f32x4.sub(f32x4.mul(a, c), f32x4.mul(b, d)));
      im = f32x4.add(im, f32x4.add(f32x4.mul(a, d), f32x4.mul(b, c)));
    }
    const over = f32x4.add(v128.load(POWER + at), f32x4.splat(REGULARIZATION));
    v128.store(RESPONSE + at, f32x4.div(re, over));
    v128.store(RESPONSE + PLANE + at, f32x4.div(im, over));
  }
  transform(RESPONSE + PLANE, RESPONSE);
  let best: i32 = 0;
  let highest = load<f32>(RESPONSE);
  for (let n: i32 = 1; n < <i32>(SIDE * SIDE); n++) {
    const value = load<f32>(RESPONSE + ((<usize>n) << 2));
    if (value > highest) {
      highest = value;
      best = n;
    }
  }
  return best;
}

/** Moves FILTER and POWER towards those of SPECTRA. @param rate 1: replaces them, which must then be finite */
export function filter_learn(rate: f32): void {
  const oldShare = f32x4.splat(1 - rate);
  const newShare = f32x4.splat(rate);
  for (let at: usize = 0; at < PLANE; at += 16) {
    const wanted = f32x4.mul(v128.load(WANTED + at), newShare);
    let power = f32x4.splat(0);
    for (let pair: usize = 0; pair < PAIRS; pair++) {
      const re = pair * (2 * PLANE) + at;
      const im = re + PLANE;
      const a = v128.load(SPECTRA + re);
      const b = v128.load(SPECTRA + im);
      v128.store(FILTER + re, f32x4.add(f32x4.mul(v128.load(FILTER + re), oldShare), f32x4.mul(wanted, a)));
      v128.store(FILTER + im, f32x4.sub(f32x4.mul(v128.load(FILTER + im), oldShare), f32x4.mul(wanted, b)));
      power = f32x4.add(power, f32x4.add(f32x4.mul(a, a), f32x4.mul(b, b)));
    }
    v128.store(RESPONSE + at, power);
  }
  // |A|² + |B|² at a frequency is the mean of |Z|² there and at the opposite frequency.
  for (let y: usize = 0; y < SIDE; y++) {
    const row = y * ROW;
    const otherRow = ((SIDE - y) % SIDE) * ROW;
    for (let x: usize = 0; x < SIDE; x++) {
      const own = load<f32>(RESPONSE + row + (x << 2));
      const other = load<f32>(RESPONSE + otherRow + (((SIDE - x) % SIDE) << 2));
      const place = POWER + row + (x << 2);
      store<f32>(place, load<f32>(place) * (1 - rate) + ((own + other) * rate) / 2);
    }
  }
}

/** Subtracts the mean, and lets the rest fade towards the border, where the transform meets the opposite one. */
function fadeOut(plane: usize): void {
  let sum = f32x4.splat(0);
  for (let at: usize = 0; at < PLANE; at += 16) sum = f32x4.add(sum, v128.load(plane + at));
  const total =
    f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3);
  const mean = f32x4.splat(total / <f32>(SIDE * SIDE));
  for (let y: usize = 0; y < SIDE; y++) {
    const weight = v128.load32_splat(FADE + (y << 2));
    for (let at: usize = 0; at < ROW; at += 16) {
      const place = plane + y * ROW + at;
      const faded = f32x4.mul(f32x4.sub(v128.load(place), mean), v128.load(FADE + at));
      v128.store(place, f32x4.mul(faded, weight));
    }
  }
}
