/** The mask of a segmenter as a polygon with holes: the object that was asked for, without specks. */
import type { CutOut } from "#vision/segment/cut-out";
import { largest, partsWith, withoutHoles } from "#vision/segment/mask-parts";
import { type Corner, outlinesOf } from "#vision/segment/outline";

import type { NumberTensor } from "./model-runtime.ts";

export interface MaskPoint {
  /** Pixels of the mask. */
  readonly x: number;
  readonly y: number;
  readonly isObject: boolean;
}

const minHole = 0.02;
const minCorners = 3;

/**
 * Keeps the parts with a point on the object, or the largest one if there are none; fills small holes without a point
 * off the object.
 * @param values above `threshold` on the object @returns the outline of the largest kept part, then its holes; empty:
 *   nothing
 */
export function outlineOfMask(
  { shape, values }: NumberTensor,
  threshold: number,
  points: readonly MaskPoint[],
  tolerance: number,
): Corner[][] {
  const [height = 0, width = 0] = shape;
  const mask = Uint8Array.from(values, (value) => (value > threshold ? 1 : 0));
  const pixelsOf = (isObject: boolean): number[] =>
    points.flatMap((point) => (point.isObject === isObject ? [pixelAt(point, width, height)] : []));
  const on = pixelsOf(true);
  const off = new Set(pixelsOf(false));
  const chosen = partsWith(mask, on, width, height);
  const kept = chosen.includes(1) ? chosen : largest(mask, width, height);
  const whole = withoutHoles(kept, width, height, minHole, (at) => off.has(at));
  const [rings = []] = outlinesOf(cropped(whole, width, height), tolerance);
  return rings.filter((ring) => ring.length >= minCorners);
}

function pixelAt({ x, y }: MaskPoint, width: number, height: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  return Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column));
}

/** With a margin of one pixel, so that background around the object is not a hole. */
function cropped(mask: Uint8Array, width: number, height: number): CutOut {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const [wide, high] = [Math.max(0, right - left + 1) + 2, Math.max(0, bottom - top + 1) + 2];
  const part = new Uint8Array(wide * high);
  for (let y = top; y <= bottom; y++) {
    part.set(mask.subarray(y * width + left, y * width + right + 1), (y - top + 1) * wide + 1);
  }
  return { left: left - 1, top: top - 1, width: wide, height: high, mask: part };
}
