/** Boxes of YOLO: middle and size as parts of the picture. */
import type { Bounds, ImageSize } from "../../types.ts";

export function boundsOf([x = 0, y = 0, w = 0, h = 0]: readonly number[], { width, height }: ImageSize): Bounds {
  return [(x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height];
}
