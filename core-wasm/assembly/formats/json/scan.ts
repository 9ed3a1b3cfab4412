/**
 * Reading JSON text: one cursor, `at`, that functions move past tokens and values.
 *
 * The text must be followed by 64 zero bytes: a zero is never part of a token, so nothing runs past the end. A syntax
 * error is reported once and moves the cursor to the end, where every loop stops.
 */
import { ProblemCode } from "../../border";
import { allocate } from "../../memory/arena";
import { putBytes } from "../../memory/bytes";
import { parsedNumber, parseTo } from "../../numbers/parse";
import { Char } from "../characters";
import { isRefused, report } from "../problems";
import { endOfNumberLists, MAX_LIST_LEVELS } from "./number-lists";
import {
  brokenAt,
  endOfKey,
  endOfNonFinite,
  endOfScalar,
  endOfString,
  FALS,
  NULL,
  pastSpace,
  startsLikeNumber,
  TRUE,
  watchEscapes,
} from "./tokens";

export { hadSpace, hexValue, nonFiniteAt, pastSpace, startsLikeNumber, watchNumbers, watchSpace } from "./tokens";
export { sawEscape as stringHasEscapes } from "./tokens";

/** Deeper values are refused: no annotation needs them, and other readers break on them. */
const MAX_LEVELS: u32 = 4096;

export let at: usize = 0;
let end: usize = 0;
/** Kinds of the open containers, one byte each. */
let levels: usize = 0;

/** Starts at the first byte of a text. */
export function openText(start: usize, length: usize): void {
  at = start;
  end = start + length;
  if (levels == 0) levels = allocate(MAX_LEVELS);
}

/** Forgets the work block; the caller empties the arena. */
export function dropJsonScanner(): void {
  levels = 0;
}

export function moveTo(address: usize): void {
  at = address;
}

export function isAtEnd(): bool {
  return at >= end;
}

/** Reports a fatal problem at the cursor and stops reading. */
export function refuse(code: u32): void {
  if (!isRefused) report(code, at, NaN);
  at = end;
}

/** At the end of the text, the error is that it ends. */
export function syntaxError(): void {
  if (at > end) at = end;
  refuse(at == end ? ProblemCode.JSON_ENDS_EARLY : ProblemCode.JSON_SYNTAX);
}

/** Reports a syntax error inside a token; a token that continues to the end of the text breaks there. */
function brokenToken(): void {
  at = brokenAt;
  let p = at;
  while (p < end && isWord(load<u8>(p))) p++;
  if (p == end) at = end;
  syntaxError();
}

/** A letter, a digit, or another character of numbers and escapes. */
function isWord(byte: u32): bool {
  if (byte == Char.BACKSLASH) return true;
  return byte - Char.ZERO <= 9 || (byte | 32) - 0x61 <= 25 || byte == Char.PLUS || byte == Char.MINUS || byte == Char.DOT;
}

export function skipSpace(): void {
  at = pastSpace(at);
}

/** Moves to the next byte that is not white space, and returns it. */
export function peek(): u32 {
  skipSpace();
  return load<u8>(at);
}

/** Moves past this byte if it is the next one. */
export function take(byte: u32): bool {
  if (peek() != byte) return false;
  at++;
  return true;
}

/** Moves past this byte; anything else is a syntax error. */
export function expect(byte: u32): void {
  if (!take(byte)) syntaxError();
}

/**
 * Call it after an element: true when a comma and another element follow, false when `closer` closed the container.
 */
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

/** The bytes between the quotes of the last string, with its escapes. */
export let stringStart: usize = 0;
export let stringEnd: usize = 0;

/** Reads a string, validating its escapes. */
export function readString(): void {
  const start = pastSpace(at);
  watchEscapes();
  const end = endOfString(start);
  if (end == 0) return brokenToken();
  stringStart = start + 1;
  stringEnd = end - 1;
  at = end;
}

/** Reads the name of a member and its colon; the name is in stringStart .. stringEnd. */
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

/** Reads a number and returns it. */
export function readNumber(): f64 {
  if (startsLikeNumber(at)) {
    at = parseTo(at);
    return parsedNumber;
  }
  const wordEnd = endOfNonFinite(at);
  if (wordEnd != 0) at = wordEnd;
  else brokenToken();
  return NaN;
}

/** Reads the literal `true` or `false`, if it comes next. 1: true, 0: false, -1: something else. */
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

/** Moves past one value, validating all of it. Not recursive: depth is bounded by `levels`, not by the stack. */
export function skipValue(): void {
  let p = at;
  let depth: u32 = 0;
  // The closing byte of the innermost open container; those of the outer ones are in `levels`.
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
      if (p == 0) return brokenToken();
    } else if (byte == Char.OPEN_BRACE || byte == Char.OPEN_BRACKET) {
      const listsEnd = byte == Char.OPEN_BRACKET && depth < MAX_LEVELS - MAX_LIST_LEVELS ? endOfNumberLists(p) : 0;
      if (listsEnd != 0) {
        p = listsEnd;
      } else {
        if (depth == MAX_LEVELS) {
          at = p;
          return refuse(ProblemCode.JSON_TOO_DEEP);
        }
        store<u8>(levels + <usize>depth, closer);
        depth++;
        // In ASCII, `}` and `]` come two after `{` and `[`.
        closer = byte + 2;
        p = pastSpace(p + 1);
        if (load<u8>(p) != closer) {
          if (closer == Char.CLOSE_BRACE) p = endOfKey(p);
          if (p == 0) return brokenToken();
          continue;
        }
      }
    } else {
      p = endOfScalar(p);
      if (p == 0) return brokenToken();
    }
    // After a value, or before the end of an empty container.
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
        if (p == 0) return brokenToken();
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

/**
 * Copies valid JSON text without the white space between tokens; returns the address after the copy. May write up to 15
 * bytes past that.
 */
export function copyCompact(target: usize, start: usize, textEnd: usize): usize {
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const space = i8x16.splat(<i8>Char.SPACE);
  let p = start;
  while (true) {
    const bytes = v128.load(p);
    v128.store(target, bytes);
    const stops = i8x16.bitmask(v128.or(i8x16.eq(bytes, quote), i8x16.le_u(bytes, space)));
    const run: usize = stops == 0 ? 16 : <usize>ctz(stops);
    if (p + run >= textEnd) return target + (textEnd - p);
    p += run;
    target += run;
    if (stops == 0) continue;
    if (load<u8>(p) == Char.QUOTE) {
      const end = endOfString(p);
      target = putBytes(target, p, end - p);
      p = end;
      if (p >= textEnd) return target;
    } else {
      p = pastSpace(p);
    }
  }
}
