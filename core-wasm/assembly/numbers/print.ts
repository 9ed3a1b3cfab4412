/**
 * Numbers to text. Every function writes from `p` on and returns the address after the text; a number needs at most
 * NUMBER_BYTES, and up to 15 bytes past it may be overwritten.
 */
import { putText } from "../memory/bytes";
import { roundWritten } from "./rounding";
import { decimalDigits, decimalExponent, shortestDecimal } from "./shortest";

/** Enough for any number in any style. */
export const NUMBER_BYTES: usize = 40;

const ZERO: u32 = 48;
const MINUS: u8 = 45;
const PLUS: u8 = 43;
const DOT: u8 = 46;
const LOWER_E: u8 = 101;

/** "00" .. "99", two bytes each. */
const DIGIT_PAIRS: usize = memory.data(200);

/** Fills the static tables; called once when the module starts. */
export function preparePrinting(): void {
  for (let i: u32 = 0; i < 100; i++) {
    store<u8>(DIGIT_PAIRS + (<usize>i << 1), ZERO + i / 10);
    store<u8>(DIGIT_PAIRS + (<usize>i << 1), ZERO + (i % 10), 1);
  }
}

export function printU32(p: usize, value: u32): usize {
  if (value < 10) {
    store<u8>(p, ZERO + value);
    return p + 1;
  }
  const end = p + <usize>countDigits(value);
  let q = end;
  let rest = value;
  while (rest >= 100) {
    const quotient = rest / 100;
    q -= 2;
    store<u16>(q, load<u16>(DIGIT_PAIRS + (<usize>(rest - quotient * 100) << 1)));
    rest = quotient;
  }
  if (rest >= 10) store<u16>(q - 2, load<u16>(DIGIT_PAIRS + (<usize>rest << 1)));
  else store<u8>(q - 1, ZERO + rest);
  return end;
}

function printU64(p: usize, value: u64): usize {
  if (value <= 0xffffffff) return printU32(p, <u32>value);
  const billions = value / 1000000000;
  return printPadded(printU64(p, billions), <u32>(value - billions * 1000000000), 9);
}

/** Exactly `width` digits, padded with zeros. */
export function printPadded(p: usize, value: u32, width: usize): usize {
  let rest = value;
  for (let i = width; i > 0; i--) {
    const quotient = rest / 10;
    store<u8>(p + i - 1, ZERO + (rest - quotient * 10));
    rest = quotient;
  }
  return p + width;
}

/** Rounded as on the wire. */
export function printRounded(p: usize, value: f64): usize {
  const rounded = roundWritten(value);
  // Beyond 2^63 all values are integers; print the digits of the shortest text.
  if (!(abs(rounded) < 9.2e18)) return printJs(p, rounded);
  if (rounded < 0) store<u8>(p++, MINUS);
  return printU64(p, <u64>abs(rounded));
}

/** As JavaScript's `String(value)`. */
export function printJs(p: usize, value: f64): usize {
  const q = printShortFraction(p, value);
  return q != 0 ? q : printShortest(p, value, false);
}

/** As Python's `repr(value)` of a float: integers keep `.0`, exponents have at least two digits. */
export function printPython(p: usize, value: f64): usize {
  // JavaScript prints -0 as 0; Python does not.
  if (value == 0 && reinterpret<u64>(value) != 0) store<u8>(p++, MINUS);
  const q = printShortFraction(p, value);
  if (q == 0) return printShortest(p, value, true);
  return nearest(value) == value ? putPointZero(q) : q;
}

function putPointZero(p: usize): usize {
  store<u8>(p, DOT);
  store<u8>(p, ZERO, 1);
  return p + 2;
}

/**
 * Integers below 10^9 and fractions of at most 6 places below 2^31 / 10^6, by multiplication instead of Schubfach.
 * Returns 0 when the value is not such a number. A decimal of at most 15 digits that divides back to the value is its
 * shortest text.
 */
function printShortFraction(p: usize, value: f64): usize {
  const magnitude = abs(value);
  if (!(magnitude < 1e9)) return 0;
  const whole = <u32>magnitude;
  const isNegative = value < 0;
  if (<f64>whole == magnitude) {
    if (isNegative) store<u8>(p++, MINUS);
    return printU32(p, whole);
  }
  let scaled = nearest(magnitude * 100);
  let scale: u64 = 100;
  if (scaled / 100 != magnitude) {
    scaled = nearest(magnitude * 1000000);
    scale = 1000000;
    if (scaled / 1000000 != magnitude || magnitude < 1e-4) return 0;
  }
  const units = <u64>scaled;
  const integer = <u32>(units / scale);
  const fraction = <u32>(units - <u64>integer * scale);
  if (isNegative) store<u8>(p++, MINUS);
  p = printU32(p, integer);
  store<u8>(p++, DOT);
  if (scale == 100) {
    store<u16>(p, load<u16>(DIGIT_PAIRS + (<usize>fraction << 1)));
    p += 2;
  } else {
    p = printPadded(p, fraction, 6);
  }
  while (load<u8>(p - 1) == ZERO) p--;
  return p;
}

function printShortest(p: usize, value: f64, pythonStyle: bool): usize {
  if (value != value) return putText(p, pythonStyle ? "nan" : "NaN");
  if (value < 0) store<u8>(p++, MINUS);
  const magnitude = abs(value);
  if (magnitude == Infinity) return putText(p, pythonStyle ? "inf" : "Infinity");
  shortestDecimal(magnitude);
  const start = p;
  p = printU64(p, decimalDigits);
  const digitCount = <i32>(p - start);
  // Number of digits before the decimal point.
  const point = digitCount + decimalExponent;
  const maxDigits = pythonStyle ? 16 : 21;
  const maxZeros = pythonStyle ? 3 : 5;
  if (point > maxDigits || -point > maxZeros) return putExponent(start, p, point - 1, pythonStyle);
  if (point >= digitCount) {
    for (let i = digitCount; i < point; i++) store<u8>(p++, ZERO);
    return pythonStyle ? putPointZero(p) : p;
  }
  if (point > 0) {
    memory.copy(start + point + 1, start + point, digitCount - point);
    store<u8>(start + point, DOT);
    return p + 1;
  }
  const zeros = 2 - point;
  memory.copy(start + zeros, start, digitCount);
  for (let i = 0; i < zeros; i++) store<u8>(start + i, i == 1 ? DOT : ZERO);
  return p + zeros;
}

/** Formats the digits between `start` and `end` as d.ddde+x. */
function putExponent(start: usize, end: usize, exponent: i32, pythonStyle: bool): usize {
  let p = end;
  while (p > start + 1 && load<u8>(p - 1) == ZERO) p--;
  if (p > start + 1) {
    memory.copy(start + 2, start + 1, p - start - 1);
    store<u8>(start, DOT, 1);
    p++;
  }
  store<u8>(p++, LOWER_E);
  store<u8>(p++, exponent < 0 ? MINUS : PLUS);
  const magnitude = <u32>abs(exponent);
  return pythonStyle && magnitude < 10 ? printPadded(p, magnitude, 2) : printU32(p, magnitude);
}

function countDigits(value: u32): i32 {
  if (value < 100000) {
    if (value < 100) return value < 10 ? 1 : 2;
    if (value < 10000) return value < 1000 ? 3 : 4;
    return 5;
  }
  if (value < 10000000) return value < 1000000 ? 6 : 7;
  if (value < 100000000) return 8;
  return value < 1000000000 ? 9 : 10;
}
