/**
 * Points that must not be mixed up: image pixels and screen pixels. Both have their origin at the top left, x to the
 * right and y down; an image point (0, 0) is the outer corner of the first pixel, not its middle.
 */

declare const space: unique symbol;

interface Point<Space extends string> {
  readonly x: number;
  readonly y: number;
  readonly [space]: Space;
}

/** In pixels of the picture as it is displayed (see web/media/README.md for rotated and non-square pictures). */
export type ImagePoint = Point<"image">;

/** In CSS pixels from the top left of the canvas. */
export type ScreenPoint = Point<"screen">;

export function imagePoint(x: number, y: number): ImagePoint {
  return { x, y } as ImagePoint;
}

export function screenPoint(x: number, y: number): ScreenPoint {
  return { x, y } as ScreenPoint;
}
