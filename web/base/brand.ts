/**
 * Brands that keep image points and screen points apart. Both have their origin at the top left, x to the right and y
 * down; the image point (0, 0) is the outer corner of the first pixel, not its center.
 */

declare const space: unique symbol;

interface Point<Space extends string> {
  readonly x: number;
  readonly y: number;
  readonly [space]: Space;
}

/** In pixels of the displayed picture (see web/media/README.md for rotated and non-square pictures). */
export type ImagePoint = Point<"image">;

/** In CSS pixels relative to the canvas's top left. */
export type ScreenPoint = Point<"screen">;

export function imagePoint(x: number, y: number): ImagePoint {
  return { x, y } as ImagePoint;
}

export function screenPoint(x: number, y: number): ScreenPoint {
  return { x, y } as ScreenPoint;
}
