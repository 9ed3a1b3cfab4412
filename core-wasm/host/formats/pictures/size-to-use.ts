/**
 * The size by which fractions of a picture become pixels: that of the dataset's picture, of which the tool may have had
 * a smaller copy; but the size in the file if the shapes differ, since the picture was then turned or cut.
 */
import type { ImageSize } from "../../types.ts";

export function sizeToUse(stated: ImageSize | undefined, known: ImageSize | undefined): ImageSize | undefined {
  if (stated === undefined || known === undefined) return stated ?? known;
  // Rounding changes a side by less than a pixel.
  const difference = Math.abs(stated.width * known.height - known.width * stated.height);
  return difference <= Math.max(stated.width, stated.height, known.width, known.height) ? known : stated;
}
