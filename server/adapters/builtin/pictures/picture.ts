/** A picture as the pipelines look at it, small enough to be quick: 8 bits a channel, red, green, blue. */
export interface Picture {
  readonly frame: number;
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, row by row. Overwritten when the next picture is asked for. */
  readonly rgb: Uint8Array;
  /** Pixels of the stored picture for one of these, across and down. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** The size to work at: as large as it is stored, but no side longer than `longest`. */
export function workingSize(width: number, height: number, longest: number): { width: number; height: number } {
  const shrink = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * shrink)), height: Math.max(1, Math.round(height * shrink)) };
}
