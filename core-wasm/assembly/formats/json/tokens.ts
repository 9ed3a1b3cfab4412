/**
 * Finding the ends of JSON tokens: functions of an address, which readers keep in a local on the hot path. They return
 * the address after the token; 0 means that the token is broken, at `brokenAt`.
 */
import { packText, startsWith } from "../../memory/bytes";
import { Char } from "../characters";

export const TRUE: u32 = <u32>packText("true");
export const FALS: u32 = <u32>packText("fals");
export const NULL: u32 = <u32>packText("null");

/** The first invalid byte, after a result of 0. */
export let brokenAt: usize = 0;
/** Whether a string with an escape was passed since the last `watchEscapes`. */
export let sawEscape: bool = false;
/** Whether white space between tokens was seen since the last `watchSpace`. */
let sawSpace: bool = false;
/** Address of a NaN or Infinity seen since the last `watchNumbers`; 0: none. */
let sawNonFinite: usize = 0;

function breakAt(p: usize): usize {
  brokenAt = p;
  return 0;
}

/**
 * The first byte at or after `p` that is not white space. Most tokens have none before them, which costs one
 * comparison; on hot paths, `p` should be a local.
 */
// @ts-ignore: decorator
@inline
export function pastSpace(p: usize): usize {
  return load<u8>(p) > Char.SPACE ? p : spaceEnd(p);
}

/** A single blank, as Python puts between tokens, or the white space of indented files, 16 bytes at once. */
function spaceEnd(start: usize): usize {
  let p = start;
  if (load<u8>(p) == Char.SPACE && <u32>load<u8>(p + 1) > Char.SPACE) {
    sawSpace = true;
    return p + 1;
  }
  while (true) {
    const bytes = v128.load(p);
    const isBlank = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>Char.SPACE)), i8x16.eq(bytes, i8x16.splat(<i8>Char.TAB)));
    const isBreak = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>Char.LF)), i8x16.eq(bytes, i8x16.splat(<i8>Char.CR)));
    const others = i8x16.bitmask(v128.not(v128.or(isBlank, isBreak)));
    p += others == 0 ? 16 : <usize>ctz(others);
    if (others != 0) {
      sawSpace = sawSpace || p != start;
      return p;
    }
  }
}

/** The address after the string at `p`; 0: it is missing or incomplete. */
// @ts-ignore: decorator
@inline
export function endOfString(p: usize): usize {
  const found = specialBytes(p + 1);
  const close = p + 1 + <usize>ctz(found);
  return load<u8>(p) == Char.QUOTE && found != 0 && load<u8>(close) == Char.QUOTE ? close + 1 : endOfAnyString(p);
}

/** A bit for each of the 16 bytes at `p` that is a quote, a backslash or a control character. */
// @ts-ignore: decorator
@inline
function specialBytes(p: usize): i32 {
  const bytes = v128.load(p);
  const isQuote = i8x16.eq(bytes, i8x16.splat(<i8>Char.QUOTE));
  const isBackslash = i8x16.eq(bytes, i8x16.splat(<i8>Char.BACKSLASH));
  return i8x16.bitmask(v128.or(v128.or(isQuote, isBackslash), i8x16.le_u(bytes, i8x16.splat(0x1f))));
}

function endOfAnyString(start: usize): usize {
  if (load<u8>(start) != Char.QUOTE) return breakAt(start);
  let p = start + 1;
  while (true) {
    const found = specialBytes(p);
    if (found == 0) {
      p += 16;
      continue;
    }
    p += <usize>ctz(found);
    const byte = <u32>load<u8>(p);
    if (byte == Char.QUOTE) return p + 1;
    const escapeBytes = byte == Char.BACKSLASH ? escapeLength(p) : 0;
    if (escapeBytes == 0) return breakAt(p);
    sawEscape = true;
    p += escapeBytes;
  }
}

/** Bytes of the escape that starts with the backslash at `p`; 0: invalid. */
function escapeLength(p: usize): usize {
  switch (<u32>load<u8>(p + 1)) {
    case Char.QUOTE:
    case Char.BACKSLASH:
    case Char.SLASH:
    case Char.LOWER_B:
    case Char.LOWER_F:
    case Char.LOWER_N:
    case Char.LOWER_R:
    case Char.LOWER_T:
      return 2;
    case Char.LOWER_U:
      return hexValue(p + 2) >= 0 ? 6 : 0;
    default:
      return 0;
  }
}

/** The value of four hexadecimal digits, or -1. */
export function hexValue(p: usize): i32 {
  let value: i32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const byte = <u32>load<u8>(p + i);
    const letter = (byte | 32) - 97;
    if (byte - Char.ZERO <= 9) value = (value << 4) | <i32>(byte - Char.ZERO);
    else if (letter <= 5) value = (value << 4) | <i32>(letter + 10);
    else return -1;
  }
  return value;
}

/** Whether a number may start with these bytes: JSON has neither .5 nor 007 nor +7. */
// @ts-ignore: decorator
@inline
export function startsLikeNumber(start: usize): bool {
  const first = start + <usize>(load<u8>(start) == Char.MINUS);
  const digit = <u32>load<u8>(first) - Char.ZERO;
  return digit <= 9 && (digit != 0 || <u32>load<u8>(first + 1) - Char.ZERO > 9);
}

/** The address after the number at `p`, without computing its value; 0: broken. */
function endOfNumber(start: usize): usize {
  let p = start + <usize>(load<u8>(start) == Char.MINUS);
  const whole = p;
  p = load<u8>(p) == Char.ZERO ? p + 1 : skipDigits(p);
  let isComplete = p > whole;
  if (load<u8>(p) == Char.DOT) {
    const fraction = p + 1;
    p = skipDigits(fraction);
    isComplete = isComplete && p > fraction;
  }
  if ((load<u8>(p) | 32) == Char.LOWER_E) {
    const sign = <u32>load<u8>(p + 1);
    const digits = p + 1 + <usize>(sign == Char.PLUS || sign == Char.MINUS);
    p = skipDigits(digits);
    isComplete = isComplete && p > digits;
  }
  return isComplete ? p : endOfNonFinite(start);
}

function skipDigits(start: usize): usize {
  let p = start;
  while (<u32>load<u8>(p) - Char.ZERO <= 9) p++;
  return p;
}

/**
 * The address after NaN, Infinity or -Infinity, which Python writes although they are not JSON. Anything else is an
 * error: 0.
 */
export function endOfNonFinite(start: usize): usize {
  let p = start + <usize>(load<u8>(start) == Char.MINUS);
  if (startsWith(p, "NaN")) p += 3;
  else if (startsWith(p, "Infinity")) p += 8;
  else return breakAt(start);
  sawNonFinite = start;
  return p;
}

/** The address after the literal or number at `p`; 0: neither. */
export function endOfScalar(p: usize): usize {
  const digit = <u32>load<u8>(p) - Char.ZERO;
  if (digit <= 9 || digit + Char.ZERO == Char.MINUS) return endOfNumber(p);
  const word = load<u32>(p);
  if (word == TRUE || word == NULL) return p + 4;
  if (word == FALS && load<u8>(p + 4) == Char.LOWER_E) return p + 5;
  return endOfNonFinite(p);
}

/** The address after the key at `p` and its colon; 0: broken. */
// @ts-ignore: decorator
@inline
export function endOfKey(p: usize): usize {
  const end = endOfString(p);
  return load<u8>(end) == Char.COLON ? end + 1 : endOfSpacedKey(end);
}

function endOfSpacedKey(keyEnd: usize): usize {
  if (keyEnd == 0) return 0;
  const p = pastSpace(keyEnd);
  return load<u8>(p) == Char.COLON ? p + 1 : breakAt(p);
}

/** Starts watching for escapes, see `sawEscape`. */
export function watchEscapes(): void {
  sawEscape = false;
}

/** Starts watching for white space between tokens, see `hadSpace`. */
export function watchSpace(): void {
  sawSpace = false;
}

export function noteSpace(): void {
  sawSpace = true;
}

export function hadSpace(): bool {
  return sawSpace;
}

/** Starts watching for NaN and Infinity, see `nonFiniteAt`. */
export function watchNumbers(): void {
  sawNonFinite = 0;
}

export function nonFiniteAt(): usize {
  return sawNonFinite;
}
