/** The median of several pictures, 16 bytes at a time. */
import { END } from "./layout";

/** Where the host writes a picture of so many bytes. @param n counts them, from 0 */
export function median_picture(length: usize, n: usize): usize {
  return END + length * n;
}

/** Bytes of memory for so many pictures. */
export function median_bytes(length: usize, count: usize): usize {
  return END + length * (count + 1) + 16;
}

/** Byte by byte; of an even number the upper one. At most 255 pictures. Returns the address of the result. */
export function median_compute(length: usize, count: usize): usize {
  const to = END + length * count;
  const middle = i8x16.splat(<u8>(count >> 1));
  for (let at: usize = 0; at < length; at += 16) {
    // From the highest bit on: the largest value with at most half of the others below it.
    let median = i8x16.splat(0);
    for (let bit: u32 = 128; bit > 0; bit >>= 1) {
      const candidate = v128.or(median, i8x16.splat(<u8>bit));
      let below = i8x16.splat(0);
      for (let place = END + at; place < to; place += length) {
        below = i8x16.sub(below, i8x16.lt_u(v128.load(place), candidate));
      }
      median = v128.bitselect(candidate, median, i8x16.le_u(below, middle));
    }
    v128.store(to + at, median);
  }
  return to;
}
