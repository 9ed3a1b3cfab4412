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

export function skipSpace(): void {
  let byte = <u32>load<u8>(at);
  if (byte > Char.SPACE) return;
  while (byte == Char.SPACE || byte == Char.LF || byte == Char.CR || byte == Char.TAB) {
    sawSpace = true;
    byte = <u32>load<u8>(++at);
  }
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

/** Moves over a string, checking its escapes. */
export function readString(): void {
  if (peek() != Char.QUOTE) return syntaxError();
  stringStart = at + 1;
  let p = at + 1;
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const backslash = i8x16.splat(<i8>Char.BACKSLASH);
  const control = i8x16.splat(0x1f);
  while (true) {
    const bytes = v128.load(p);
    const special = v128.or(
      v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, backslash)),
      i8x16.le_u(bytes, control),
    );
    const found = i8x16.bitmask(special);
    if (found == 0) {
      p += 16;
      continue;
    }
    p += <usize>ctz(found);
    const byte = <u32>load<u8>(p);
    if (byte == Char.QUOTE) break;
    const escapeBytes = byte == Char.BACKSLASH ? escapeLength(p) : 0;
    if (escapeBytes == 0) {
      at = p;
      return syntaxError();
    }
    p += escapeBytes;
  }
  stringEnd = p;
  at = p + 1;
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

/**
 * Moves over a key and its colon when they are next and without white space; `first` and `last` are the first and the
 * last eight of their `length` bytes. The cheapest way for keys that are expected; stringStart and stringEnd are not set.
 */
// @ts-ignore: decorator
@inline
export function takeKey(first: u64, last: u64, length: usize): bool {
  if (load<u64>(at) != first || load<u64>(at + length - 8) != last) return false;
  at += length;
  return true;
}

/** Whether a number starts at the cursor. */
export function isNumberNext(): bool {
  const byte = peek();
  return byte - Char.ZERO <= 9 || byte == Char.MINUS;
}

/** Moves over a number and answers it. */
export function readNumber(): f64 {
  const numberEnd = parseTo(at);
  if (numberEnd == at || !startsLikeNumber(at)) {
    if (!skipNonFinite()) syntaxError();
    return NaN;
  }
  at = numberEnd;
  return parsedNumber;
}

/** Whether a number may start with these bytes: JSON has neither .5 nor 007 nor +7. */
// @ts-ignore: decorator
@inline
export function startsLikeNumber(start: usize): bool {
  const first = start + <usize>(load<u8>(start) == Char.MINUS);
  const digit = <u32>load<u8>(first) - Char.ZERO;
  return digit <= 9 && (digit != 0 || <u32>load<u8>(first + 1) - Char.ZERO > 9);
}

/** Moves over a number without working out its value. */
function skipNumber(): void {
  let p = at + <usize>(load<u8>(at) == Char.MINUS);
  if (load<u8>(p) == Char.ZERO) p++;
  else p = skipDigits(p);
  const whole = p;
  let isComplete = whole > at && load<u8>(whole - 1) != Char.MINUS;
  if (load<u8>(p) == Char.DOT) {
    p = skipDigits(p + 1);
    isComplete = isComplete && p > whole + 1;
  }
  if ((load<u8>(p) | 32) == Char.LOWER_E) {
    const sign = <u32>load<u8>(p + 1);
    const digits = p + 1 + <usize>(sign == Char.PLUS || sign == Char.MINUS);
    p = skipDigits(digits);
    isComplete = isComplete && p > digits;
  }
  if (isComplete) at = p;
  else if (!skipNonFinite()) syntaxError();
}

function skipDigits(start: usize): usize {
  let p = start;
  while (<u32>load<u8>(p) - Char.ZERO <= 9) p++;
  return p;
}

/** Python writes NaN, Infinity and -Infinity, which are not JSON; moves over such a word. */
function skipNonFinite(): bool {
  let p = at + <usize>(load<u8>(at) == Char.MINUS);
  if (startsWith(p, "NaN")) p += 3;
  else if (startsWith(p, "Infinity")) p += 8;
  else return false;
  sawNonFinite = at;
  at = p;
  return true;
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

function skipScalar(): void {
  const byte = peek();
  if (byte == Char.QUOTE) readString();
  else if (byte - Char.ZERO <= 9 || byte == Char.MINUS) skipNumber();
  else if (isNullNext()) at += 4;
  else if (readBoolean() < 0 && !skipNonFinite()) syntaxError();
}

/**
 * Behind a list such as `[12,-3.5,7]` that starts at `start`: numbers as programs write them, without white
 * space and exponents; 0: something else. Polygons are made of these, so they are passed with the address in a local.
 */
function plainNumbersEnd(start: usize): usize {
  let p = start;
  do {
    p++;
    if (!startsLikeNumber(p)) return 0;
    p = skipDigits(p + 1);
    if (load<u8>(p) == Char.DOT) {
      const fraction = p + 1;
      p = skipDigits(fraction);
      if (p == fraction) return 0;
    }
  } while (load<u8>(p) == Char.COMMA);
  return load<u8>(p) == Char.CLOSE_BRACKET ? p + 1 : 0;
}

/** Moves over one value, checking all of it. Not recursive: depth is bounded by `levels`, not by the stack. */
export function skipValue(): void {
  let depth: u32 = 0;
  while (true) {
    const byte = peek();
    const isObject = byte == Char.OPEN_BRACE;
    const numbersEnd = byte == Char.OPEN_BRACKET && depth < MOST_LEVELS ? plainNumbersEnd(at) : 0;
    if (numbersEnd != 0) {
      at = numbersEnd;
    } else if (isObject || byte == Char.OPEN_BRACKET) {
      if (depth == MOST_LEVELS) return refuse(ProblemCode.JSON_TOO_DEEP);
      const closer = isObject ? Char.CLOSE_BRACE : Char.CLOSE_BRACKET;
      store<u8>(levels + <usize>depth, closer);
      depth++;
      at++;
      if (peek() != closer) {
        if (isObject) readKey();
        continue;
      }
    } else {
      skipScalar();
    }
    // Behind a value, or before the end of an empty container.
    while (true) {
      if (depth == 0) return;
      const closer = <u32>load<u8>(levels + <usize>depth - 1);
      const next = peek();
      if (next == Char.COMMA) {
        at++;
        if (closer == Char.CLOSE_BRACE) readKey();
        break;
      }
      if (next != closer) return syntaxError();
      at++;
      depth--;
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
