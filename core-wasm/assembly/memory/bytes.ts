/** Comparing byte ranges, and using ASCII literals as text. */

/** Whether `length` bytes are equal; may read up to 7 bytes past either range. */
export function bytesEqual(left: usize, right: usize, length: usize): bool {
  return bytesEqualHere(left, right, length);
}

/** The inlined version. */
// @ts-ignore: decorator
@inline
export function bytesEqualHere(left: usize, right: usize, length: usize): bool {
  while (length >= 8) {
    if (load<u64>(left) != load<u64>(right)) return false;
    left += 8;
    right += 8;
    length -= 8;
  }
  if (length == 0) return true;
  const unused: u64 = 64 - (<u64>length << 3);
  return (load<u64>(left) ^ load<u64>(right)) << unused == 0;
}

/** Whether the bytes spell this ASCII literal. */
export function textIs(start: usize, length: u32, text: string): bool {
  if (length != <u32>text.length) return false;
  return startsWith(start, text);
}

/** Whether the bytes at `start` begin with this ASCII literal. */
export function startsWith(start: usize, text: string): bool {
  const units = changetype<usize>(text);
  for (let i: usize = 0, n = <usize>text.length; i < n; i++) {
    if (load<u8>(start + i) != <u8>load<u16>(units + (i << 1))) return false;
  }
  return true;
}

/** The first 8 characters of an ASCII literal as stored in memory, for comparing with a single load. */
export function packText(text: string): u64 {
  let packed: u64 = 0;
  for (let i = min(text.length, 8) - 1; i >= 0; i--) {
    packed = (packed << 8) | <u64>load<u16>(changetype<usize>(text) + (<usize>i << 1));
  }
  return packed;
}

/**
 * Stores an ASCII literal and returns the address after it; may write up to 7 bytes past that. Literals are static
 * UTF-16, narrowed to bytes eight units at a time.
 */
export function putText(target: usize, text: string): usize {
  const units = changetype<usize>(text);
  const length = <usize>text.length;
  for (let i: usize = 0; i < length; i += 8) {
    const eight = v128.load(units + (i << 1));
    v128.store64_lane(target + i, i8x16.narrow_i16x8_u(eight, eight), 0);
  }
  return target + length;
}

/** Copies bytes and returns the address after them; may write up to 15 bytes past that. Fast for short texts. */
export function putBytes(target: usize, start: usize, length: usize): usize {
  if (length > 256) {
    memory.copy(target, start, length);
    return target + length;
  }
  for (let i: usize = 0; i < length; i += 16) v128.store(target + i, v128.load(start + i));
  return target + length;
}
