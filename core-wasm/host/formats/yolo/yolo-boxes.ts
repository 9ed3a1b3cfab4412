/** Boxes of YOLO: center and size as fractions of the picture. */
import type { Bounds, ImageSize } from "../../types.ts";

export function boundsOf([x = 0, y = 0, w = 0, h = 0]: readonly number[], { width, height }: ImageSize): Bounds {
  return [
    withoutNoise((x - w / 2) * width),
    withoutNoise((y - h / 2) * height),
    withoutNoise((x + w / 2) * width),
    withoutNoise((y + h / 2) * height),
  ];
}

/** Removes arithmetic errors of less than a billionth of a pixel: whole pixels become whole again. */
function withoutNoise(pixels: number): number {
  const whole = Math.round(pixels);
  return Math.abs(pixels - whole) < 1e-9 ? whole : pixels;
}
