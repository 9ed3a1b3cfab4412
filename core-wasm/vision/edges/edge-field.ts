/** Where a picture has edges, how strong they are, and their direction. */

import type { Pixels } from "../pixels.ts";

export interface EdgeField {
  readonly width: number;
  readonly height: number;
  /** Of the color that changes most, 0..1: 1 is as strong as the strongest one percent. */
  readonly strength: Float32Array;
  /** Unit vector across the edge; 0 where nothing changes. */
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
  /** 1: no neighbor across the edge is stronger. */
  readonly isRidge: Uint8Array;
}

/** The share of pixels whose strength counts as full. */
const strongest = 0.01;
/** Number of steps in the histogram of strengths, and the weakest edge, of 255. */
const [steps, minStrong] = [1024, 8];

export function edgeField({ width, height, rgb }: Pixels): EdgeField {
  const count = width * height;
  const strength = new Float32Array(count);
  const acrossX = new Float32Array(count);
  const acrossY = new Float32Array(count);
  const plane = new Float32Array(count);
  const smooth = new Float32Array(count);
  for (let color = 0; color < 3; color++) {
    for (let at = 0; at < count; at++) plane[at] = rgb[at * 3 + color]!;
    smoothed(plane, smooth, width, height);
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x;
        const dx = (plane[at + 1]! - plane[at - 1]!) / 2;
        const dy = (plane[at + width]! - plane[at - width]!) / 2;
        const strong = Math.sqrt(dx * dx + dy * dy);
        if (strong <= strength[at]!) continue;
        strength[at] = strong;
        acrossX[at] = dx / strong;
        acrossY[at] = dy / strong;
      }
    }
  }
  const whole = Math.max(minStrong, quantile(strength, 1 - strongest));
  for (let at = 0; at < count; at++) strength[at] = Math.min(1, strength[at]! / whole);
  return { width, height, strength, acrossX, acrossY, isRidge: ridges(width, height, strength, acrossX, acrossY) };
}

/** In place, by 1 2 1 twice in each direction; the border is unchanged. */
function smoothed(plane: Float32Array, other: Float32Array, width: number, height: number): void {
  for (let round = 0; round < 2; round++) {
    other.set(plane);
    for (let y = 0; y < height; y++) {
      for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
        other[at] = (plane[at - 1]! + 2 * plane[at]! + plane[at + 1]!) / 4;
      }
    }
    plane.set(other);
    for (let at = width; at < width * (height - 1); at++) {
      plane[at] = (other[at - width]! + 2 * other[at]! + other[at + width]!) / 4;
    }
  }
}

function quantile(values: Float32Array, share: number): number {
  const counts = new Uint32Array(steps);
  for (const value of values) counts[Math.min(steps - 1, (value * steps) / 256) | 0]!++;
  let left = values.length * share;
  let step = 0;
  for (; step < steps - 1; step++) {
    left -= counts[step]!;
    if (left <= 0) break;
  }
  return ((step + 1) * 256) / steps;
}

function ridges(
  width: number,
  height: number,
  strength: Float32Array,
  acrossX: Float32Array,
  acrossY: Float32Array,
): Uint8Array {
  const isRidge = new Uint8Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (!strength[at]) continue;
      const step = Math.round(acrossX[at]!) + Math.round(acrossY[at]!) * width;
      isRidge[at] = strength[at]! >= strength[at + step]! && strength[at]! >= strength[at - step]! ? 1 : 0;
    }
  }
  return isRidge;
}
