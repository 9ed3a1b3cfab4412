/**
 * Counts before reading how many detections a JSON text can have, so that columns are allocated once and large enough.
 */
import { Char } from "../characters";

/** After more rounds, a one-byte counter could overflow. */
const MAX_ROUNDS: usize = 255;

/**
 * Counts `"bo`: every readable detection has `"bounds"`, and hardly anything else begins like it. There is no branch in
 * the loop, so it costs next to nothing. The text must be followed by zero bytes.
 */
export function countDetections(start: usize, length: usize): u32 {
  const end = start + length;
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const letterB = i8x16.splat(<i8>Char.LOWER_B);
  const letterO = i8x16.splat(<i8>Char.LOWER_O);
  let total = i32x4.splat(0);
  let p = start;
  while (p < end) {
    // Sixteen one-byte counters; a match is -1.
    let counters = i8x16.splat(0);
    const stop = min(end, p + (MAX_ROUNDS << 4));
    for (; p < stop; p += 16) {
      const isKey = v128.and(i8x16.eq(v128.load(p), quote), i8x16.eq(v128.load(p, 1), letterB));
      counters = i8x16.sub(counters, v128.and(isKey, i8x16.eq(v128.load(p, 2), letterO)));
    }
    total = i32x4.add(total, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counters)));
  }
  const lanes = i32x4.extract_lane(total, 0) + i32x4.extract_lane(total, 1);
  return <u32>(lanes + i32x4.extract_lane(total, 2) + i32x4.extract_lane(total, 3));
}
