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

/** Grey values of an old small picture at the place of each pixel of the new one. */
export function warp(old: ArrayLike<number>, place: Place, target: Float32Array): void {
  const { scaleX, scaleY, offsetX, offsetY } = place;
  for (let v = 0, at = 0; v < smallHeight; v++) {
    const y = (scaleY * ((v + 0.5) / smallHeight) + offsetY) * smallHeight - 0.5;
    for (let u = 0; u < smallWidth; u++) {
      const x = (scaleX * ((u + 0.5) / smallWidth) + offsetX) * smallWidth - 0.5;
      target[at++] = sample(old, x, y);
    }
  }
}

/** Interpolated between pixels; at the border, the nearest one. */
function sample(picture: ArrayLike<number>, x: number, y: number): number {
  const [insideX, insideY] = [
    Math.min(Math.max(x, 0), smallWidth - 1.001),
    Math.min(Math.max(y, 0), smallHeight - 1.001),
  ];
  const [left, top] = [Math.floor(insideX), Math.floor(insideY)];
  const [partX, partY] = [insideX - left, insideY - top];
  const at = top * smallWidth + left;
  const above = picture[at]! * (1 - partX) + picture[at + 1]! * partX;
  const below = picture[at + smallWidth]! * (1 - partX) + picture[at + smallWidth + 1]! * partX;
  return above * (1 - partY) + below * partY;
}

/** Reused by every call, one at a time: there are too many calls to allocate arrays. */
const rows = new Float32Array(smallBytes);

/** Averages over 3 by 3 pixels, which removes most changes by encoders. */
export function smooth(picture: ArrayLike<number>, target: Float32Array): void {
  for (let v = 0; v < smallHeight; v++) {
    for (let u = 0, at = v * smallWidth; u < smallWidth; u++, at++) {
      const [before, after] = [u === 0 ? at : at - 1, u === smallWidth - 1 ? at : at + 1];
      rows[at] = (picture[before]! + 2 * picture[at]! + picture[after]!) / 4;
    }
  }
  for (let v = 0; v < smallHeight; v++) {
    for (let u = 0, at = v * smallWidth; u < smallWidth; u++, at++) {
      const above = v === 0 ? at : at - smallWidth;
      const below = v === smallHeight - 1 ? at : at + smallWidth;
      target[at] = (rows[above]! + 2 * rows[at]! + rows[below]!) / 4;
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
  ...{ scaleX, scaleY, offsetX, offsetY },
});

/** Both pictures with mean 0 and deviation 1: brightness and contrast do not count. */
function addNormal(normal: number[][], old: Float32Array, fresh: Float32Array, place: readonly number[]): void {
  const [a, b] = [statistics(old), statistics(fresh)];
  if (a.deviation < 1e-3 || b.deviation < 1e-3) return;
  const [scaleX = 1, scaleY = 1] = place;
  for (let v = 1; v < smallHeight - 1; v++) {
    for (let u = 1; u < smallWidth - 1; u++) {
      const at = v * smallWidth + u;
      // By the position in the new picture; the old one changes by 1 / scale of that.
      const dx = (((old[at + 1]! - old[at - 1]!) / 2) * smallWidth) / a.deviation / scaleX;
      const dy = (((old[at + smallWidth]! - old[at - smallWidth]!) / 2) * smallHeight) / a.deviation / scaleY;
      const missing = (fresh[at]! - b.mean) / b.deviation - (old[at]! - a.mean) / a.deviation;
      const [x, y] = [(u + 0.5) / smallWidth, (v + 0.5) / smallHeight];
      const row = [dx * x, dy * y, dx, dy];
      for (let i = 0; i < 4; i++) {
        for (let j = 0; j < 4; j++) normal[i]![j]! += row[i]! * row[j]!;
        normal[i]![4]! += row[i]! * missing;
      }
    }
  }
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
