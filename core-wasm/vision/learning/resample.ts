/** Parts of a picture at another size: averaged when made smaller, interpolated when made larger. */
import type { Raster } from "./channels.ts";

/**
 * The part from (x, y), `width` by `height` pixels of the result; the picture's border is repeated beyond its edges.
 */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels of the result per pixel of the picture. */
  readonly scale: number;
  /** Vertical scale, if different. */
  readonly scaleY?: number;
  readonly isMirrored?: boolean;
}

export function resample({ width, height, rgb }: Raster, part: Part): Raster {
  const across = tapsOf(part.x, part.width, part.scale, width, part.isMirrored === true);
  const down = tapsOf(part.y, part.height, part.scaleY ?? part.scale, height, false);
  const rows = Math.max(...down.last) - Math.min(...down.first) + 1;
  const top = Math.min(...down.first);
  const narrow = new Float32Array(part.width * rows * 3);
  for (let row = 0, to = 0; row < rows; row++) {
    const line = (top + row) * width;
    for (let x = 0; x < part.width; x++, to += 3) {
      let [r, g, b] = [0, 0, 0];
      const last = across.last[x]!;
      for (let from = across.first[x]!, n = across.start[x]!; from <= last; from++, n++) {
        const weight = across.weights[n]!;
        const at = (line + from) * 3;
        r += weight * rgb[at]!;
        g += weight * rgb[at + 1]!;
        b += weight * rgb[at + 2]!;
      }
      narrow[to] = r;
      narrow[to + 1] = g;
      narrow[to + 2] = b;
    }
  }
  const result = new Float32Array(part.width * part.height * 3);
  const line = part.width * 3;
  for (let y = 0; y < part.height; y++) {
    const last = down.last[y]!;
    for (let from = down.first[y]!, n = down.start[y]!; from <= last; from++, n++) {
      const weight = down.weights[n]!;
      const at = (from - top) * line;
      for (let x = 0; x < line; x++) result[y * line + x]! += weight * narrow[at + x]!;
    }
  }
  return { width: part.width, height: part.height, rgb: result };
}

/** The source values of each result value: from `first` to `last`, with the weights from `start` on. */
interface Taps {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly start: Int32Array;
  readonly weights: Float32Array;
}

function tapsOf(begin: number, count: number, scale: number, size: number, isMirrored: boolean): Taps {
  const [first, last, start] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  const weights: number[] = [];
  const reach = Math.max(1, 1 / scale);
  for (let n = 0; n < count; n++) {
    const place = isMirrored ? count - 1 - n : n;
    const middle = begin + (place + 0.5) / scale - 0.5;
    const own = new Map<number, number>();
    for (let from = Math.ceil(middle - reach); from <= Math.floor(middle + reach); from++) {
      const weight = 1 - Math.abs(from - middle) / reach;
      const inside = Math.max(0, Math.min(size - 1, from));
      if (weight > 0) own.set(inside, (own.get(inside) ?? 0) + weight);
    }
    const sum = [...own.values()].reduce((total, weight) => total + weight, 0);
    first[n] = Math.min(...own.keys());
    last[n] = Math.max(...own.keys());
    start[n] = weights.length;
    // Contiguous, since they are neighbors.
    for (const weight of own.values()) weights.push(weight / sum);
  }
  return { first, last, start, weights: Float32Array.from(weights) };
}
