/**
 * Whole-pixel positions: drawn shapes are placed on them, as stored boxes are. The core rounds its input by the same
 * rule (`core-wasm/assembly/numbers/rounding.ts`), so a shape stays where it was drawn.
 */

import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { BoxBounds } from "../../base/shape.ts";
import type { Offset } from "./tool.ts";

/** Halves round up. */
const toWhole = (value: number): number => Math.round(value);

export function onPixel({ x, y }: ImagePoint): ImagePoint {
  return imagePoint(toWhole(x), toWhole(y));
}

/** How far a shape moves so that it stays aligned to the pixel grid. */
export function wholeOffset(from: ImagePoint, to: ImagePoint): Offset {
  return { dx: toWhole(to.x - from.x), dy: toWhole(to.y - from.y) };
}

/** Thinner than one pixel once stored. */
export function isThinnerThanPixel([x1, y1, x2, y2]: BoxBounds): boolean {
  return toWhole(x2) - toWhole(x1) < 1 || toWhole(y2) - toWhole(y1) < 1;
}
