/** A picture to be processed: 8 bits per channel, red, green, blue. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, row by row. */
  readonly rgb: Uint8Array;
}

/** @param rgba four bytes per pixel, as provided by browsers; opacity is ignored */
export function pixelsOf(rgba: Uint8ClampedArray, width: number, height: number): Pixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!;
    rgb[to + 1] = rgba[from + 1]!;
    rgb[to + 2] = rgba[from + 2]!;
  }
  return { width, height, rgb };
}

/** The size to work at: the original size, scaled down so that no side is longer than `longest`. */
export function workingSize(width: number, height: number, longest: number): { width: number; height: number } {
  const shrink = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}
