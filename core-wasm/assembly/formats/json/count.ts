/** Counting before reading: how many detections a JSON text can have, so that columns are made once and just large enough. */
import { packText } from "../../memory/bytes";
import { Char } from "../characters";

/** The key as it stands in the text, without its first quote. */
const BOUNDS: u64 = packText("bounds\"") & 0x00ffffffffffffff;
const SEVEN_BYTES: u64 = 0x00ffffffffffffff;

/** Occurrences of `"bounds"`: every detection that can be read has one. The text must be followed by zero bytes. */
export function countDetections(start: usize, length: usize): u32 {
  const end = start + length;
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const letter = i8x16.splat(<i8>Char.LOWER_B);
  let count: u32 = 0;
  for (let p = start; p < end; p += 16) {
    const candidates = v128.and(i8x16.eq(v128.load(p), quote), i8x16.eq(v128.load(p, 1), letter));
    let bits = i8x16.bitmask(candidates);
    while (bits != 0) {
      const key = p + <usize>ctz(bits) + 1;
      count += <u32>((load<u64>(key) & SEVEN_BYTES) == BOUNDS);
      bits &= bits - 1;
    }
  }
  return count;
}
