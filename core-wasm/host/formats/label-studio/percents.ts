/** Positions in Label Studio are percentages of the picture. */
import type { XY } from "../exchange/shapes.ts";
import type { Bounds, ImageSize } from "../../types.ts";

/** Before rotation about its upper left corner; the rotation is clockwise, in degrees. */
export interface PercentBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
}

/** Divided first, so that the largest numbers stay finite. */
export const pixelsOf = (percent: number, length: number): number => (percent / 100) * length;
export const percentOf = (pixels: number, length: number): number => (pixels / length) * 100;

export function percentsOfBounds([x1, y1, x2, y2]: Bounds, size: ImageSize): PercentBox {
  const [x, y] = [percentOf(x1, size.width), percentOf(y1, size.height)];
  return { x, y, width: percentOf(x2, size.width) - x, height: percentOf(y2, size.height) - y, rotation: 0 };
}

/** Pixels, before rotation. */
export function boundsOfPercents({ x, y, width, height }: PercentBox, size: ImageSize): Bounds {
  const [right, bottom] = [pixelsOf(x + width, size.width), pixelsOf(y + height, size.height)];
  return [pixelsOf(x, size.width), pixelsOf(y, size.height), right, bottom];
}

/** The corners of a box rotated about its upper left one, clockwise from there. */
export function rotatedCorners([x1, y1, x2, y2]: Bounds, radians: number): readonly XY[] {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners: readonly XY[] = [
    [0, 0],
    [x2 - x1, 0],
    [x2 - x1, y2 - y1],
    [0, y2 - y1],
  ];
  return corners.map(([dx, dy]): XY => [x1 + dx * cos - dy * sin, y1 + dx * sin + dy * cos]);
}
