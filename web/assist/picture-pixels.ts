/** Pixels of a decoded picture, or of a part of it, scaled for analysis. For workers. */

import { pixelsOf, type Pixels } from "#vision/pixels";
import type { BoxBounds } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";

export type ReadPixels = typeof readPixels;

let canvas: OffscreenCanvas | undefined;

/** @param part of the picture, image pixels */
export function readPixels({ image, width, height }: InputPicture, [x1, y1, x2, y2]: BoxBounds, scale: number): Pixels {
  const wide = Math.max(1, Math.round((x2 - x1) * scale));
  const high = Math.max(1, Math.round((y2 - y1) * scale));
  canvas ??= new OffscreenCanvas(wide, high);
  if (canvas.width !== wide || canvas.height !== high) [canvas.width, canvas.height] = [wide, high];
  const context = canvas.getContext("2d", { willReadFrequently: true, alpha: false });
  if (context === null) throw new Error("This browser gives no canvas to read a picture from.");
  // Stored pixels need not be square.
  const [across, down] = [image.width / width, image.height / height];
  context.drawImage(image, x1 * across, y1 * down, (x2 - x1) * across, (y2 - y1) * down, 0, 0, wide, high);
  return pixelsOf(context.getImageData(0, 0, wide, high).data, wide, high);
}
