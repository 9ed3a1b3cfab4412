/** Dilation and erosion of a mask by squares, 16 pixels at a time. */
import { END } from "./layout";

/** Rows are read up to this many bytes past their end. */
const SLACK: usize = 16;

/** Where the host writes the mask: a byte per pixel, 0 or 1. */
export function mask_address(): usize {
  return END;
}

/** Bytes of memory that `mask_spread` needs. */
export function mask_bytes(width: usize, height: usize, distance: usize): usize {
  const stride = width + distance + distance + SLACK;
  return END + width * height + SLACK + (height + distance + distance) * stride * 2 + SLACK;
}

/**
 * Marks each pixel with a marked one within the distance, or, with `isShrinking`, whose pixels within the distance are
 * all marked. In place. Pixels outside the picture do not count.
 */
export function mask_spread(width: usize, height: usize, distance: usize, isShrinking: bool): void {
  const stride = width + distance + distance + SLACK;
  const rows = height + distance + distance;
  const padded = END + width * height + SLACK;
  const across = padded + rows * stride;
  memory.fill(padded, isShrinking ? 1 : 0, rows * stride);
  for (let y: usize = 0; y < height; y++) {
    memory.copy(padded + (y + distance) * stride + distance, END + y * width, width);
  }
  const window = distance + distance;
  for (let y: usize = 0; y < rows; y++) {
    for (let x: usize = 0; x < width; x += 16) {
      const from = padded + y * stride + x;
      let all = v128.load(from);
      for (let k: usize = 1; k <= window; k++) {
        all = isShrinking ? v128.and(all, v128.load(from + k)) : v128.or(all, v128.load(from + k));
      }
      v128.store(across + y * stride + x, all);
    }
  }
  for (let y: usize = 0; y < height; y++) {
    for (let x: usize = 0; x < width; x += 16) {
      const from = across + y * stride + x;
      let all = v128.load(from);
      for (let k: usize = 1; k <= window; k++) {
        const next = v128.load(from + k * stride);
        all = isShrinking ? v128.and(all, next) : v128.or(all, next);
      }
      // The next row overwrites the bytes past the end of this one.
      v128.store(END + y * width + x, all);
    }
  }
}
