/** Which keys a part of a document contains at all, so that most documents need not be searched for rare ones. */
import { Slice, sliceEnd, sliceStart } from "../../memory/slice";
import { Char } from "../characters";

/** Whether a text has a key anywhere, as `"key"`. */
export function mentions(section: Slice, key: string): bool {
  const length = <usize>key.length;
  const end = sliceEnd(section);
  for (let p = sliceStart(section); p + length <= end; ) {
    const last = <u32>load<u8>(p + length - 1);
    if (last == Char.QUOTE) {
      let i: usize = 0;
      while (i < length && <u32>load<u8>(p + i) == <u32>load<u16>(changetype<usize>(key) + (i << 1))) i++;
      if (i == length) return true;
      // The next position where the quote can be the first or the last one.
      p++;
      continue;
    }
    // Keys have no upper case: a byte that is not one of its letters rules out every position that overlaps it.
    const isLetter = last == Char.UNDERSCORE || (last >= Char.LOWER_A && last <= Char.LOWER_Z);
    p += isLetter ? 1 : length;
  }
  return false;
}
