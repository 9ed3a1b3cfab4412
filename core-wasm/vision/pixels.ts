/** A picture as it is looked at: 8 bits a channel, red, green, blue. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, row by row. */
  readonly rgb: Uint8Array;
}

/** @param rgba four bytes a pixel, as browsers give them; how opaque each is does not count */
export function pixelsOf(rgba: Uint8ClampedArray, width: number, height: number): Pixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!;
    rgb[to + 1] = rgba[from + 1]!;
    rgb[to + 2] = rgba[from + 2]!;
  }
  return { width, height, rgb };
}

/** The size to work at: as large as it is stored, but no side longer than `longest`. */
export function workingSize(width: number, height: number, longest: number): { width: number; height: number } {
  const shrink = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}
