/** What a part of a document speaks of at all, so that most documents need not be looked through for what is rare. */
import { Slice, sliceEnd, sliceStart } from "../../memory/slice";
import { Char } from "../characters";

/** Whether a text has a key somewhere, as `"key"`. */
export function mentions(section: Slice, key: string): bool {
  const length = <usize>key.length;
  const end = sliceEnd(section);
  for (let p = sliceStart(section); p + length <= end; ) {
    const last = <u32>load<u8>(p + length - 1);
    if (last == Char.QUOTE) {
      let i: usize = 0;
      while (i < length && <u32>load<u8>(p + i) == <u32>load<u16>(changetype<usize>(key) + (i << 1))) i++;
      if (i == length) return true;
      // The next place where the quote can be the first one or the last one.
      p++;
      continue;
    }
    // A key has no upper case: what is not one of its letters is passed with all of it.
    const isLetter = last == Char.UNDERSCORE || (last >= Char.LOWER_A && last <= Char.LOWER_Z);
    p += isLetter ? 1 : length;
  }
  return false;
}
