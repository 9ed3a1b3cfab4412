/** Gray values of a decoded picture's pixels, for the search for counterparts. */
import type { Picture } from "../base/picture.ts";

export interface GrayPixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** In image pixels. The caller keeps ownership of the picture. */
export function grayPixelsOf({ image, width, height }: Pick<Picture, "image" | "width" | "height">): GrayPixels {
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("This browser gives no canvas to read a picture from.");
  context.drawImage(image, 0, 0, width, height);
  return { pixels: grayOf(context.getImageData(0, 0, width, height).data), width, height };
}

/** @param colors red, green, blue and alpha of each pixel */
export function grayOf(colors: Uint8Array | Uint8ClampedArray): Uint8Array {
  const pixels = new Uint8Array(colors.length / 4);
  for (let at = 0; at < pixels.length; at += 1) {
    // Luma of ITU-R BT.601 in 256ths.
    pixels[at] = (77 * (colors[4 * at] ?? 0) + 150 * (colors[4 * at + 1] ?? 0) + 29 * (colors[4 * at + 2] ?? 0)) >> 8;
  }
  return pixels;
}
