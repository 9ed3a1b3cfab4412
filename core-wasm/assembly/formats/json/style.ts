/**
 * Styles of JSON. `compact`: no white space, UTF-8. `python`: like Python's json.dumps by default, `, ` and `: `
 * between tokens, everything beyond ASCII escaped, floats always with a point or an exponent. `exact`: compact, with
 * exact bounds; in the other styles they are whole pixels, as on the wire.
 */
import { putBytes, putText } from "../../memory/bytes";
import { sliceEnd, sliceLength, sliceStart, Slice } from "../../memory/slice";
import { printJs, printPython } from "../../numbers/print";
import { parseNumber } from "../../numbers/parse";
import { Char } from "../characters";
import { putJsonString, putUnescaped } from "./strings";

/** The numbers are those of the host's JSON_STYLES. */
export namespace JsonStyle {
  export const COMPACT: u32 = 0;
  export const PYTHON: u32 = 1;
  export const EXACT: u32 = 2;
}

export let isPython: bool = false;
export let isExact: bool = false;

export function setJsonStyle(style: u32): void {
  isPython = style == JsonStyle.PYTHON;
  isExact = style == JsonStyle.EXACT;
}

/** The most bytes that `putJson` needs for a text of this length. */
export function jsonRoom(length: usize): usize {
  // Python: \u escapes take up to six bytes for one, and `putPythonString` works in the space after its result.
  return isPython ? length * 7 + 192 : length + 64;
}

export function putComma(p: usize): usize {
  store<u16>(p, 0x202c);
  return p + (isPython ? 2 : 1);
}

/** A key that needs no escapes, with its colon. */
export function putKey(p: usize, key: string): usize {
  store<u8>(p, Char.QUOTE);
  p = putText(p + 1, key);
  store<u32>(p, 0x203a22);
  return p + (isPython ? 3 : 2);
}

/** Writes a number that Python represents as a float. */
export function putFloat(p: usize, value: f64): usize {
  return isPython ? printPython(p, value) : printJs(p, value);
}

/** Writes valid compact JSON text in the current style. */
export function putJson(p: usize, text: Slice): usize {
  const start = sliceStart(text);
  if (!isPython) return putBytes(p, start, sliceLength(text));
  const end = sliceEnd(text);
  let q = start;
  while (q < end) {
    const byte = <u32>load<u8>(q);
    if (byte == Char.QUOTE) {
      const close = findQuote(q + 1);
      p = putPythonString(p, q + 1, close);
      q = close + 1;
    } else if (byte - Char.ZERO <= 9 || byte == Char.MINUS) {
      const numberStop = endOfNumber(q);
      p = putPythonNumber(p, q, numberStop);
      q = numberStop;
    } else {
      store<u8>(p++, byte);
      if (byte == Char.COMMA || byte == Char.COLON) store<u8>(p++, Char.SPACE);
      q++;
    }
  }
  return p;
}

/** The closing quote of a string. */
function findQuote(p: usize): usize {
  while (load<u8>(p) != Char.QUOTE) p += load<u8>(p) == Char.BACKSLASH ? 2 : 1;
  return p;
}

/** The first byte after a number. */
export function endOfNumber(p: usize): usize {
  while (true) {
    const byte = <u32>load<u8>(p);
    const isPart =
      byte - Char.ZERO <= 9 || byte == Char.DOT || byte == Char.MINUS || byte == Char.PLUS || (byte | 32) == Char.LOWER_E;
    if (!isPart) return p;
    p++;
  }
}

/** Integers stay as they are, however long: Python has no limit either. So do numbers too large for an f64. */
function putPythonNumber(p: usize, start: usize, end: usize): usize {
  if (isFloatText(start, end)) {
    const value = parseNumber(start);
    if (isFinite(value)) return printPython(p, value);
  }
  return putBytes(p, start, end - start);
}

/** Whether a number text has a point or an exponent, so that Python represents it as a float. */
export function isFloatText(start: usize, end: usize): bool {
  for (let p = start; p < end; p++) {
    const byte = <u32>load<u8>(p);
    if (byte == Char.DOT || (byte | 32) == Char.LOWER_E) return true;
  }
  return false;
}

function putPythonString(p: usize, start: usize, end: usize): usize {
  let q = start;
  while (q < end && load<u8>(q) < 0x80 && load<u8>(q) != Char.BACKSLASH) q++;
  if (q == end) {
    store<u8>(p, Char.QUOTE);
    p = putBytes(p + 1, start, end - start);
    store<u8>(p, Char.QUOTE);
    return p + 1;
  }
  // Plain text goes after the space for the result, which is at most six times as long.
  const plain = p + (end - start) * 6 + 64;
  return putJsonString(p, plain, putUnescaped(plain, start, end) - plain, true);
}
