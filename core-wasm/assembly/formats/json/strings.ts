/** JSON strings: from the escaped text between quotes to plain UTF-8 and back. */
import { putBytes, putText } from "../../memory/bytes";
import { Char } from "../characters";
import { hexValue } from "./scan";
import { codePointAt, codePointEnd, putCodePoint } from "../utf8";

/** The most bytes that an escaped string needs per byte of plain text. */
export const ESCAPE_GROWTH: usize = 6;

/** Decodes valid escaped text, which never grows. Returns the address after the decoded text. */
export function putUnescaped(target: usize, start: usize, end: usize): usize {
  let p = start;
  while (p < end) {
    const byte = <u32>load<u8>(p);
    if (byte != Char.BACKSLASH) {
      store<u8>(target++, byte);
      p++;
      continue;
    }
    const escape = <u32>load<u8>(p + 1);
    if (escape != Char.LOWER_U) {
      store<u8>(target++, escapedByte(escape));
      p += 2;
      continue;
    }
    let codePoint = <u32>hexValue(p + 2);
    p += 6;
    const isHighSurrogate = codePoint >> 10 == 0x36;
    if (isHighSurrogate && p + 6 <= end && load<u8>(p) == Char.BACKSLASH && load<u8>(p + 1) == Char.LOWER_U) {
      const low = <u32>hexValue(p + 2);
      if (low >> 10 == 0x37) {
        codePoint = 0x10000 + ((codePoint & 0x3ff) << 10) + (low & 0x3ff);
        p += 6;
      }
    }
    target = putCodePoint(target, codePoint);
  }
  return target;
}

function escapedByte(escape: u32): u32 {
  switch (escape) {
    case Char.LOWER_B:
      return 8;
    case Char.LOWER_F:
      return 12;
    case Char.LOWER_N:
      return Char.LF;
    case Char.LOWER_R:
      return Char.CR;
    case Char.LOWER_T:
      return Char.TAB;
    default:
      return escape;
  }
}

/**
 * Writes plain UTF-8 as a JSON string with its quotes; with `asciiOnly`, everything beyond ASCII becomes \u escapes, as
 * in Python.
 */
export function putJsonString(target: usize, start: usize, length: usize, asciiOnly: bool): usize {
  const end = start + length;
  store<u8>(target++, Char.QUOTE);
  if (isPlain(start, end, asciiOnly)) {
    target = putBytes(target, start, length);
  } else {
    let p = start;
    while (p < end) {
      const byte = <u32>load<u8>(p);
      if (byte < 0x80 || !asciiOnly) {
        target = putEscapedByte(target, byte);
        p++;
      } else {
        target = putUnicodeEscape(target, codePointAt(p, end));
        p = codePointEnd;
      }
    }
  }
  store<u8>(target, Char.QUOTE);
  return target + 1;
}

/** Whether the text can go between quotes unchanged; reads up to 15 bytes past it. */
function isPlain(start: usize, end: usize, asciiOnly: bool): bool {
  const space = i8x16.splat(<i8>Char.SPACE);
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const backslash = i8x16.splat(<i8>Char.BACKSLASH);
  for (let p = start; p < end; p += 16) {
    const bytes = v128.load(p);
    let found = i8x16.bitmask(
      v128.or(i8x16.lt_u(bytes, space), v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash))),
    );
    if (asciiOnly) found |= i8x16.bitmask(bytes);
    // Bytes past the text are shifted out.
    if (end - p < 16) found <<= 16 - <i32>(end - p);
    if ((found & 0xffff) != 0) return false;
  }
  return true;
}

function putEscapedByte(target: usize, byte: u32): usize {
  if (byte == Char.QUOTE || byte == Char.BACKSLASH) {
    store<u8>(target, Char.BACKSLASH);
    store<u8>(target, byte, 1);
    return target + 2;
  }
  if (byte >= Char.SPACE) {
    store<u8>(target, byte);
    return target + 1;
  }
  switch (byte) {
    case 8:
      return putText(target, "\\b");
    case 12:
      return putText(target, "\\f");
    case Char.LF:
      return putText(target, "\\n");
    case Char.CR:
      return putText(target, "\\r");
    case Char.TAB:
      return putText(target, "\\t");
    default:
      return putHexEscape(target, byte);
  }
}

function putUnicodeEscape(target: usize, codePoint: u32): usize {
  if (codePoint < 0x10000) return putHexEscape(target, codePoint);
  const offset = codePoint - 0x10000;
  return putHexEscape(putHexEscape(target, 0xd800 | (offset >> 10)), 0xdc00 | (offset & 0x3ff));
}

function putHexEscape(target: usize, unit: u32): usize {
  target = putText(target, "\\u");
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = (unit >> shift) & 15;
    store<u8>(target++, digit < 10 ? Char.ZERO + digit : 87 + digit);
  }
  return target;
}
