/**
 * Reading JSON text: one cursor, `at`, that functions move over tokens and values.
 *
 * The text must be followed by 64 zero bytes: a zero is never part of a token, so nothing runs over the end. A syntax error
 * is reported once and moves the cursor to the end, where every loop stops.
 */
import { allocate } from "../../memory/arena";
import { packText, startsWith } from "../../memory/bytes";
import { parsedNumber, parseTo } from "../../numbers/parse";
import { Char } from "../characters";
import { isRefused, ProblemCode, report } from "../problems";

/** Deeper values are refused: no annotation needs them, and readers elsewhere break on them. */
const MOST_LEVELS: u32 = 4096;
/** As deep as lists of numbers are passed in one go. */
const MOST_PLAIN_LEVELS: u32 = 8;

const TRUE: u32 = <u32>packText("true");
const FALS: u32 = <u32>packText("fals");
const NULL: u32 = <u32>packText("null");

export let at: usize = 0;
let end: usize = 0;
/** Kinds of the open containers, a byte each. */
let levels: usize = 0;
/** White space between tokens was seen since the last `watchSpace`. */
let sawSpace: bool = false;
/** Where NaN or Infinity was seen since the last `watchNumbers`; 0: nowhere. */
let sawNonFinite: usize = 0;

/** Starts at the first byte of a text. */
export function openText(start: usize, length: usize): void {
  at = start;
  end = start + length;
  if (levels == 0) levels = allocate(MOST_LEVELS);
}

/** Forgets the work block; the arena is emptied by the caller. */
export function dropJsonScanner(): void {
  levels = 0;
}

export function moveTo(address: usize): void {
  at = address;
}

export function isAtEnd(): bool {
  return at >= end;
}

/** Reports a fatal problem at the cursor and gives up. */
export function refuse(code: u32): void {
  if (!isRefused) report(code, at, NaN);
  at = end;
}

export function syntaxError(): void {
  refuse(ProblemCode.JSON_SYNTAX);
}

/** The same at another place; answers 0, for functions whose answer is an address. */
function syntaxErrorAt(p: usize): usize {
  at = p;
  syntaxError();
  return 0;
}

/**
 * The first byte from `p` on that is not white space. Most tokens have none in front, which costs one comparison; `p` may be
 * a local, and should be one where files spend their time.
 */
// @ts-ignore: decorator
@inline
export function pastSpace(p: usize): usize {
  return load<u8>(p) > Char.SPACE ? p : spaceEnd(p);
}

/** Indented files have much white space, so it is passed 16 bytes at once. */
function spaceEnd(start: usize): usize {
  let p = start;
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

export function skipSpace(): void {
  at = pastSpace(at);
}

/** The next byte that is not white space; the cursor is on it. */
export function peek(): u32 {
  skipSpace();
  return load<u8>(at);
}

/** Moves over this byte if it is the next one. */
export function take(byte: u32): bool {
  if (peek() != byte) return false;
  at++;
  return true;
}

/** Moves over this byte; anything else is a syntax error. */
export function expect(byte: u32): void {
  if (!take(byte)) syntaxError();
}

/** Behind an element: true when another one follows a comma, false when the container was closed by `closer`. */
export function hasNext(closer: u32): bool {
  const byte = peek();
  if (byte == Char.COMMA) {
    at++;
    return true;
  }
  if (byte == closer) at++;
  else syntaxError();
  return false;
}

/** The bytes between the quotes of the last string, escapes as they are. */
export let stringStart: usize = 0;
export let stringEnd: usize = 0;
export let stringHasEscapes: bool = false;

/** Moves over a string, checking its escapes. */
export function readString(): void {
  const start = pastSpace(at);
  stringHasEscapes = false;
  const end = endOfString(start);
  if (end == 0) return;
  stringStart = start + 1;
  stringEnd = end - 1;
  at = end;
}

/** Behind the string at `p`; 0: there is none that is whole, which has been reported. */
// @ts-ignore: decorator
@inline
function endOfString(p: usize): usize {
  const found = specialBytes(p + 1);
  const close = p + 1 + <usize>ctz(found);
  return load<u8>(p) == Char.QUOTE && found != 0 && load<u8>(close) == Char.QUOTE ? close + 1 : endOfAnyString(p);
}

/** A bit for each of the 16 bytes from `p` on that is a quote, a backslash or a control character. */
// @ts-ignore: decorator
@inline
function specialBytes(p: usize): i32 {
  const bytes = v128.load(p);
  const isQuote = i8x16.eq(bytes, i8x16.splat(<i8>Char.QUOTE));
  const isBackslash = i8x16.eq(bytes, i8x16.splat(<i8>Char.BACKSLASH));
  return i8x16.bitmask(v128.or(v128.or(isQuote, isBackslash), i8x16.le_u(bytes, i8x16.splat(0x1f))));
}

function endOfAnyString(start: usize): usize {
  if (load<u8>(start) != Char.QUOTE) return syntaxErrorAt(start);
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
    if (escapeBytes == 0) return syntaxErrorAt(p);
    stringHasEscapes = true;
    p += escapeBytes;
  }
}

/** Bytes of the escape that starts with the backslash at `p`; 0: not one. */
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

/** Moves over the name of a member and its colon; the name is in stringStart .. stringEnd. */
export function readKey(): void {
  readString();
  if (load<u8>(at) == Char.COLON) at++;
  else expect(Char.COLON);
}

/** Whether a number starts at the cursor. */
export function isNumberNext(): bool {
  const byte = peek();
  return byte - Char.ZERO <= 9 || byte == Char.MINUS;
}

/** Moves over a number and answers it. */
export function readNumber(): f64 {
  if (startsLikeNumber(at)) {
    at = parseTo(at);
    return parsedNumber;
  }
  const wordEnd = endOfNonFinite(at);
  if (wordEnd != 0) at = wordEnd;
  return NaN;
}

/** Whether a number may start with these bytes: JSON has neither .5 nor 007 nor +7. */
// @ts-ignore: decorator
@inline
export function startsLikeNumber(start: usize): bool {
  const first = start + <usize>(load<u8>(start) == Char.MINUS);
  const digit = <u32>load<u8>(first) - Char.ZERO;
  return digit <= 9 && (digit != 0 || <u32>load<u8>(first + 1) - Char.ZERO > 9);
}

/** Behind the number at `p`, without working out its value; 0: broken, which has been reported. */
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

/** Python writes NaN, Infinity and -Infinity, which are not JSON; behind such a word. Anything else is an error: 0. */
function endOfNonFinite(start: usize): usize {
  let p = start + <usize>(load<u8>(start) == Char.MINUS);
  if (startsWith(p, "NaN")) p += 3;
  else if (startsWith(p, "Infinity")) p += 8;
  else return syntaxErrorAt(start);
  sawNonFinite = start;
  return p;
}

/** Moves over the literal `true` or `false`, if it is next. 1: true, 0: false, -1: something else. */
export function readBoolean(): i32 {
  skipSpace();
  if (load<u32>(at) == TRUE) {
    at += 4;
    return 1;
  }
  if (load<u32>(at) == FALS && load<u8>(at + 4) == Char.LOWER_E) {
    at += 5;
    return 0;
  }
  return -1;
}

export function isNullNext(): bool {
  skipSpace();
  return load<u32>(at) == NULL;
}

/** Behind the literal or the number at `p`; 0: neither, which has been reported. */
function endOfScalar(p: usize): usize {
  const digit = <u32>load<u8>(p) - Char.ZERO;
  if (digit <= 9 || digit + Char.ZERO == Char.MINUS) return endOfNumber(p);
  const word = load<u32>(p);
  if (word == TRUE || word == NULL) return p + 4;
  if (word == FALS && load<u8>(p + 4) == Char.LOWER_E) return p + 5;
  return endOfNonFinite(p);
}

/** Behind the key at `p` and its colon; 0: broken, which has been reported. */
// @ts-ignore: decorator
@inline
function endOfKey(p: usize): usize {
  const end = endOfString(p);
  return load<u8>(end) == Char.COLON ? end + 1 : endOfSpacedKey(end);
}

function endOfSpacedKey(keyEnd: usize): usize {
  if (keyEnd == 0) return 0;
  const p = pastSpace(keyEnd);
  return load<u8>(p) == Char.COLON ? p + 1 : syntaxErrorAt(p);
}

/**
 * Behind a list such as `[[12,-3.5],[7,0.25]]`: lists of numbers as programs write them, without exponents; 0: something
 * else. Geometry is made of these.
 */
function endOfPlainLists(start: usize): usize {
  let depth: u32 = 0;
  let p = start;
  while (true) {
    // A value is next.
    const byte = <u32>load<u8>(p);
    if (byte == Char.OPEN_BRACKET) {
      p = pastSpace(p + 1);
      if (++depth > MOST_PLAIN_LEVELS) return 0;
      continue;
    }
    if (!startsLikeNumber(p)) return 0;
    p = skipDigits(p + 1);
    if (load<u8>(p) == Char.DOT) {
      const fraction = p + 1;
      p = skipDigits(fraction);
      if (p == fraction) return 0;
    }
    p = pastSpace(p);
    while (load<u8>(p) == Char.CLOSE_BRACKET) {
      p++;
      if (--depth == 0) return p;
      p = pastSpace(p);
    }
    if (load<u8>(p) != Char.COMMA) return 0;
    p = pastSpace(p + 1);
  }
}

/** Moves over one value, checking all of it. Not recursive: depth is bounded by `levels`, not by the stack. */
export function skipValue(): void {
  let p = at;
  let depth: u32 = 0;
  // What closes the innermost open container; those of the outer ones are in `levels`.
  let closer: u32 = 0;
  while (true) {
    p = pastSpace(p);
    const byte = <u32>load<u8>(p);
    if (byte == Char.QUOTE) {
      if (depth == 0) {
        at = p;
        return readString();
      }
      p = endOfString(p);
      if (p == 0) return;
    } else if (byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET) {
      const listsEnd = byte == Char.OPEN_BRACKET && depth < MOST_LEVELS - MOST_PLAIN_LEVELS ? endOfPlainLists(p) : 0;
      if (listsEnd != 0) {
        p = listsEnd;
      } else {
        if (depth == MOST_LEVELS) {
          at = p;
          return refuse(ProblemCode.JSON_TOO_DEEP);
        }
        store<u8>(levels + <usize>depth, closer);
        depth++;
        // In ASCII, `}` and `]` are two behind `{` and `[`.
        closer = byte + 2;
        p = pastSpace(p + 1);
        if (load<u8>(p) != closer) {
          if (closer == Char.CLOSE_BRACE) p = endOfKey(p);
          if (p == 0) return;
          continue;
        }
      }
    } else {
      p = endOfScalar(p);
      if (p == 0) return;
    }
    // Behind a value, or before the end of an empty container.
    while (true) {
      if (depth == 0) {
        at = p;
        return;
      }
      p = pastSpace(p);
      const next = <u32>load<u8>(p);
      if (next == Char.COMMA) {
        p++;
        if (closer == Char.CLOSE_BRACE) p = endOfKey(pastSpace(p));
        if (p == 0) return;
        break;
      }
      if (next != closer) {
        at = p;
        return syntaxError();
      }
      p++;
      depth--;
      closer = <u32>load<u8>(levels + <usize>depth);
    }
  }
}

/** Begins to watch for white space between tokens, see `hadSpace`. */
export function watchSpace(): void {
  sawSpace = false;
}

export function hadSpace(): bool {
  return sawSpace;
}

/** Begins to watch for NaN and Infinity, see `nonFiniteAt`. */
export function watchNumbers(): void {
  sawNonFinite = 0;
}

export function nonFiniteAt(): usize {
  return sawNonFinite;
}

/** Copies valid JSON text without the white space between tokens; answers the address behind the copy. */
export function copyCompact(target: usize, start: usize, textEnd: usize): usize {
  let inString = false;
  for (let p = start; p < textEnd; p++) {
    const byte = <u32>load<u8>(p);
    if (byte <= Char.SPACE && !inString) continue;
    store<u8>(target++, byte);
    if (byte == Char.BACKSLASH) store<u8>(target++, load<u8>(++p));
    else if (byte == Char.QUOTE) inString = !inString;
  }
  return target;
}
