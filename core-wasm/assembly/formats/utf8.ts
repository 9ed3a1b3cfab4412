/** UTF-8: checking a text, encoding and decoding one code point. */

/** Stores a code point; returns the address after it. Half a surrogate pair becomes U+FFFD. */
export function putCodePoint(target: usize, codePoint: u32): usize {
  if (codePoint < 0x80) {
    store<u8>(target, codePoint);
    return target + 1;
  }
  if (codePoint < 0x800) {
    store<u8>(target, 0xc0 | (codePoint >> 6));
    store<u8>(target, 0x80 | (codePoint & 0x3f), 1);
    return target + 2;
  }
  if (codePoint >= 0x10000) {
    store<u8>(target, 0xf0 | (codePoint >> 18));
    store<u8>(target, 0x80 | ((codePoint >> 12) & 0x3f), 1);
    store<u8>(target, 0x80 | ((codePoint >> 6) & 0x3f), 2);
    store<u8>(target, 0x80 | (codePoint & 0x3f), 3);
    return target + 4;
  }
  const isSurrogate = codePoint >= 0xd800 && codePoint < 0xe000;
  const unit: u32 = isSurrogate ? 0xfffd : codePoint;
  store<u8>(target, 0xe0 | (unit >> 12));
  store<u8>(target, 0x80 | ((unit >> 6) & 0x3f), 1);
  store<u8>(target, 0x80 | (unit & 0x3f), 2);
  return target + 3;
}

/** The byte after the last decoded code point. */
export let codePointEnd: usize = 0;

/** The code point at `p`; U+FFFD for invalid bytes. */
export function codePointAt(p: usize, end: usize): u32 {
  const lead = <u32>load<u8>(p);
  const extra: u32 = lead < 0x80 ? 0 : lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
  codePointEnd = p + 1 + <usize>extra;
  if (extra == 0) return lead;
  if (lead < 0xc2 || lead > 0xf4 || codePointEnd > end) {
    codePointEnd = p + 1;
    return 0xfffd;
  }
  let codePoint = lead & (0x3f >> extra);
  for (let i: usize = 1; i <= <usize>extra; i++) codePoint = (codePoint << 6) | (load<u8>(p + i) & 0x3f);
  return codePoint;
}

/** Whether a text is valid UTF-8: no cut or overlong sequences, no surrogates, nothing beyond U+10FFFF. */
export function isUtf8(start: usize, length: usize): bool {
  return utf8Length(start, length) == length;
}

/** Length of the valid UTF-8 at the start of a text, in bytes. */
export function utf8Length(start: usize, length: usize): usize {
  const end = start + length;
  let p = start;
  while (p < end) {
    // Most text is ASCII, of which many bytes are passed at once.
    while (p + 64 <= end && i8x16.bitmask(anyOf(v128.load(p), v128.load(p, 16), v128.load(p, 32), v128.load(p, 48))) == 0) {
      p += 64;
    }
    while (p + 16 <= end && i8x16.bitmask(v128.load(p)) == 0) p += 16;
    if (p == end) break;
    const bytes = sequenceLength(p, end);
    if (bytes == 0) break;
    p += bytes;
  }
  return p - start;
}

// @ts-ignore: decorator
@inline
function anyOf(a: v128, b: v128, c: v128, d: v128): v128 {
  return v128.or(v128.or(a, b), v128.or(c, d));
}

/** Bytes of the valid sequence at `p`; 0: invalid. */
function sequenceLength(p: usize, end: usize): usize {
  const lead = <u32>load<u8>(p);
  if (lead < 0x80) return 1;
  const length: usize = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || p + length > end) return 0;
  for (let i: usize = 1; i < length; i++) {
    if ((load<u8>(p + i) & 0xc0) != 0x80) return 0;
  }
  const second = <u32>load<u8>(p + 1);
  const isOverlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
  const isBeyond = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
  return isOverlong || isBeyond ? 0 : length;
}
