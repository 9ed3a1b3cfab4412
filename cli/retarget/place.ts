/**
 * Which part of the old picture the new one shows: scale and offset of both axes, as shares of the picture's width and
 * height. `old = scale * new + offset`; 1 and 0 is the whole picture.
 */
import { smallBytes, smallHeight, smallWidth } from "./small-pictures.ts";

export interface Place {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

export const wholePicture: Place = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };

/**
 * Gray values of an old small picture at the place of each pixel of the new one, interpolated between pixels; at the
 * border, the nearest one.
 */
export function warp(old: ArrayLike<number>, place: Place, target: Float32Array): void {
  const { scaleX, scaleY, offsetX, offsetY } = place;
  for (let u = 0; u < smallWidth; u++) {
    const x = (scaleX * ((u + 0.5) / smallWidth) + offsetX) * smallWidth - 0.5;
    const inside = Math.min(Math.max(x, 0), smallWidth - 1.001);
    lefts[u] = Math.floor(inside);
    partsX[u] = inside - lefts[u]!;
  }
  for (let v = 0, at = 0; v < smallHeight; v++) {
    const y = (scaleY * ((v + 0.5) / smallHeight) + offsetY) * smallHeight - 0.5;
    const inside = Math.min(Math.max(y, 0), smallHeight - 1.001);
    const top = Math.floor(inside);
    const partY = inside - top;
    for (let u = 0; u < smallWidth; u++) {
      const from = top * smallWidth + lefts[u]!;
      const partX = partsX[u]!;
      const above = old[from]! * (1 - partX) + old[from + 1]! * partX;
      const below = old[from + smallWidth]! * (1 - partX) + old[from + smallWidth + 1]! * partX;
      target[at++] = above * (1 - partY) + below * partY;
    }
  }
}

/** Of each column: the pixel to its left, and how far it is from there. */
const lefts = new Int32Array(smallWidth);
const partsX = new Float64Array(smallWidth);

/** Reused by every call, one at a time: there are too many calls to allocate arrays. */
const rows = new Float32Array(smallBytes);

/** Averages over 3 by 3 pixels, which removes most changes by encoders. */
export function smooth(picture: ArrayLike<number>, target: Float32Array): void {
  const last = smallWidth - 1;
  for (let v = 0; v < smallHeight; v++) {
    const from = v * smallWidth;
    // The border counts twice, instead of the pixels beyond it.
    rows[from] = (3 * picture[from]! + picture[from + 1]!) / 4;
    for (let at = from + 1; at < from + last; at++) {
      rows[at] = (picture[at - 1]! + 2 * picture[at]! + picture[at + 1]!) / 4;
    }
    rows[from + last] = (picture[from + last - 1]! + 3 * picture[from + last]!) / 4;
  }
  for (let v = 0; v < smallHeight; v++) {
    const above = v === 0 ? 0 : -smallWidth;
    const below = v === smallHeight - 1 ? 0 : smallWidth;
    for (let at = v * smallWidth, end = at + smallWidth; at < end; at++) {
      target[at] = (rows[at + above]! + 2 * rows[at]! + rows[at + below]!) / 4;
    }
  }
}

/** A pair of pictures that show the same, and the place. */
export interface PlacedPair {
  readonly old: ArrayLike<number>;
  /** Smoothed. */
  readonly fresh: Float32Array;
}

const maxSteps = 25;

/** The place at which all pairs are most similar, starting nearby (Gauss-Newton); `undefined` if it diverges. */
export function refinePlace(pairs: readonly PlacedPair[], from: Place): Place | undefined {
  let place = [from.scaleX, from.scaleY, from.offsetX, from.offsetY];
  const [warped, blurred] = [new Float32Array(smallBytes), new Float32Array(smallBytes)];
  for (let step = 0; step < maxSteps; step++) {
    const normal = Array.from({ length: 4 }, () => [0, 0, 0, 0, 0]);
    for (const { old, fresh } of pairs) {
      warp(old, placeOf(place), warped);
      smooth(warped, blurred);
      addNormal(normal, blurred, fresh, place);
    }
    const change = solve(normal);
    if (change === undefined) return undefined;
    place = place.map((value, index) => value + change[index]!);
    const isSane = place.every((value) => Math.abs(value) < 3) && place[0]! > 0.15 && place[1]! > 0.15;
    if (!isSane) return undefined;
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  return placeOf(place);
}

const placeOf = ([scaleX = 1, scaleY = 1, offsetX = 0, offsetY = 0]: readonly number[]): Place => ({
  scaleX,
  scaleY,
  offsetX,
  offsetY,
});

/**
 * Both pictures with mean 0 and deviation 1: brightness and contrast do not count. The equations are symmetric: only
 * their upper triangle is summed, in variables, since this is the innermost loop of the search.
 */
function addNormal(normal: number[][], old: Float32Array, fresh: Float32Array, place: readonly number[]): void {
  const [a, b] = [statistics(old), statistics(fresh)];
  if (a.deviation < 1e-3 || b.deviation < 1e-3) return;
  const [scaleX = 1, scaleY = 1] = place;
  // By the position in the new picture; the old one changes by 1 / scale of that.
  const perX = smallWidth / (2 * a.deviation * scaleX);
  const perY = smallHeight / (2 * a.deviation * scaleY);
  let [n00, n01, n02, n03, n11, n12, n13, n22, n23, n33] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [m0, m1, m2, m3] = [0, 0, 0, 0];
  for (let v = 1; v < smallHeight - 1; v++) {
    const y = (v + 0.5) / smallHeight;
    for (let u = 1, at = v * smallWidth + 1; u < smallWidth - 1; u++, at++) {
      const dx = (old[at + 1]! - old[at - 1]!) * perX;
      const dy = (old[at + smallWidth]! - old[at - smallWidth]!) * perY;
      const missing = (fresh[at]! - b.mean) / b.deviation - (old[at]! - a.mean) / a.deviation;
      const [atX, atY] = [(dx * (u + 0.5)) / smallWidth, dy * y];
      n00 += atX * atX;
      n01 += atX * atY;
      n02 += atX * dx;
      n03 += atX * dy;
      n11 += atY * atY;
      n12 += atY * dx;
      n13 += atY * dy;
      n22 += dx * dx;
      n23 += dx * dy;
      n33 += dy * dy;
      m0 += atX * missing;
      m1 += atY * missing;
      m2 += dx * missing;
      m3 += dy * missing;
    }
  }
  const sums = [
    [n00, n01, n02, n03, m0],
    [n01, n11, n12, n13, m1],
    [n02, n12, n22, n23, m2],
    [n03, n13, n23, n33, m3],
  ];
  for (const [i, row] of sums.entries()) for (const [j, sum] of row.entries()) normal[i]![j]! += sum;
}

export function statistics(values: ArrayLike<number>): { readonly mean: number; readonly deviation: number } {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    sum += values[at]!;
    squares += values[at]! * values[at]!;
  }
  const mean = sum / values.length;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / values.length - mean * mean)) };
}

/** Four equations; the last column is the right-hand side. */
function solve(rows: number[][]): readonly number[] | undefined {
  for (let i = 0; i < 4; i++) {
    const pivot = rows
      .slice(i)
      .reduce((best, row, at) => (Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? at + i : best), i);
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    const divisor = rows[i]![i]!;
    if (Math.abs(divisor) < 1e-9) return undefined;
    for (let j = i; j < 5; j++) rows[i]![j]! /= divisor;
    for (let k = 0; k < 4; k++) {
      if (k === i) continue;
      const factor = rows[k]![i]!;
      for (let j = i; j < 5; j++) rows[k]![j]! -= factor * rows[i]![j]!;
    }
  }
  return rows.map((row) => row[4]!);
}
