/**
 * Decimal text to f64, correctly rounded: the same bits as JavaScript's `Number(text)`.
 *
 * Nearly all numbers in annotation files have at most 15 digits and no exponent; for these, digits / 10^n is one
 * exactly rounded division. The rest use the Eisel-Lemire algorithm ("Number parsing at a gigabyte per second", 2021),
 * which needs no fallback for up to 19 significant digits (Mushtak and Lemire, 2022). Longer numbers whose dropped
 * digits could matter are left to the host.
 *
 * Reading stops at the first byte that is not part of the number, so text must be followed by one (sources end with
 * zeros).
 */
import { EXACT_POWERS, FIRST_POWER, POWERS_OF_TEN_128 } from "./powers";
import { multiplyHigh } from "./wide";

/** The host's parser, for texts of more than 19 significant digits. */
declare function parseLongNumber(start: usize, length: usize): f64;

const ZERO: u32 = 48;
const MINUS: u32 = 45;
const PLUS: u32 = 43;
const DOT: u32 = 46;
const LOWER_E: u32 = 101;
/** 19 digits always fit in 64 bits. */
const MAX_DIGITS: usize = 19;
const LARGEST_EXACT_INTEGER: u64 = 1 << 53;

/** The first byte after the last number parsed; equals its start when there was no number. */
export let numberEnd: usize = 0;

/** The number last parsed by `parseTo`. */
export let parsedNumber: f64 = NaN;

/** The number at `start`, or NaN if none exists: [+-] digits [. digits] [e [+-] digits], or . digits. */
export function parseNumber(start: usize): f64 {
  return parseNumberHere(start);
}

/** The inlined version. */
// @ts-ignore: decorator
@inline
function parseNumberHere(start: usize): f64 {
  numberEnd = parseTo(start);
  return parsedNumber;
}

/**
 * Parses the number at `start` into `parsedNumber` and returns the first byte after it. For the hot paths of file
 * readers: inlined, and without a global for the address, since everything after it depends on that.
 *
 * Each call site has its own copy of the two loops, so that the processor predicts their lengths from what that site
 * has seen. A version without loops (arithmetic on 8 bytes at once) is slower, because the start of the next number is
 * known later.
 */
// @ts-ignore: decorator
@inline
export function parseTo(start: usize): usize {
  const negative = load<u8>(start) == MINUS;
  const first = start + <usize>negative;
  let p = first;
  let digits: u64 = 0;
  let digit = <u32>load<u8>(p) - ZERO;
  while (digit <= 9) {
    digits = digits * 10 + digit;
    digit = <u32>load<u8>(++p) - ZERO;
  }
  let digitCount = p - first;
  let fractionCount: usize = 0;
  if (digit == DOT - ZERO) {
    const fraction = p + 1;
    digit = <u32>load<u8>(++p) - ZERO;
    while (digit <= 9) {
      digits = digits * 10 + digit;
      digit = <u32>load<u8>(++p) - ZERO;
    }
    // A point with no digits after it is not part of the number.
    if (p == fraction) return parseAnyTo(start);
    fractionCount = p - fraction;
    digitCount += fractionCount;
  }
  // No digits, a leading plus, too many digits or an exponent.
  if (digitCount - 1 > 14 || ((digit + ZERO) | 32) == LOWER_E) return parseAnyTo(start);
  const value = fractionCount == 0 ? <f64>digits : <f64>digits / load<f64>(EXACT_POWERS + (fractionCount << 3));
  parsedNumber = negative ? -value : value;
  return p;
}

function parseAnyTo(start: usize): usize {
  parsedNumber = parseAnyNumber(start);
  return numberEnd;
}

/** Parses any number in one careful pass. */
function parseAnyNumber(start: usize): f64 {
  let p = start;
  const negative = load<u8>(p) == MINUS;
  if (negative || load<u8>(p) == PLUS) p++;
  let digits: u64 = 0;
  let significant: usize = 0;
  let exponent: i32 = 0;
  let sawDigit = false;
  let dropped = false;
  let inFraction = false;
  while (true) {
    const byte = <u32>load<u8>(p);
    const digit = byte - ZERO;
    if (digit > 9) {
      if (byte != DOT || inFraction || <u32>load<u8>(p + 1) - ZERO > 9) break;
      inFraction = true;
      p++;
      continue;
    }
    sawDigit = true;
    p++;
    if (significant < MAX_DIGITS) {
      digits = digits * 10 + digit;
      if (digits != 0) significant++;
      if (inFraction) exponent--;
    } else {
      dropped = dropped || digit != 0;
      if (!inFraction) exponent++;
    }
  }
  if (!sawDigit) {
    numberEnd = start;
    return NaN;
  }
  if ((load<u8>(p) | 32) == LOWER_E) {
    let q = p + 1;
    const negativeExponent = load<u8>(q) == MINUS;
    if (negativeExponent || load<u8>(q) == PLUS) q++;
    if (<u32>load<u8>(q) - ZERO <= 9) {
      let written: i32 = 0;
      while (<u32>load<u8>(q) - ZERO <= 9) {
        if (written < 100000) written = written * 10 + <i32>(<u32>load<u8>(q) - ZERO);
        q++;
      }
      exponent += negativeExponent ? -written : written;
      p = q;
    }
  }
  numberEnd = p;
  let value = toNearest(digits, exponent);
  if (dropped && value != toNearest(digits + 1, exponent)) return parseLongNumber(start, p - start);
  return negative ? -value : value;
}

/** digits * 10^exponent, correctly rounded. */
function toNearest(digits: u64, exponent: i32): f64 {
  if (digits <= LARGEST_EXACT_INTEGER && exponent >= -22 && exponent <= 22) {
    const power = load<f64>(EXACT_POWERS + (<usize>abs(exponent) << 3));
    return exponent < 0 ? <f64>digits / power : <f64>digits * power;
  }
  if (digits == 0 || exponent < FIRST_POWER) return 0;
  if (exponent > 308) return Infinity;
  return eiselLemire(digits, exponent);
}

function eiselLemire(digits: u64, exponent: i32): f64 {
  // The power as a 128-bit fraction rounded down, except from -27 to -1, where the algorithm needs it rounded up.
  const entry = POWERS_OF_TEN_128 + (<usize>(exponent - FIRST_POWER) << 4);
  let powerHigh = load<u64>(entry);
  let powerLow = load<u64>(entry, 8);
  if (exponent < -27 || exponent > 55) {
    if (powerLow == 0) powerHigh--;
    powerLow--;
  }
  const shift = <i32>clz(digits);
  const normalized = digits << shift;
  let high = multiplyHigh(normalized, powerHigh);
  let low = normalized * powerHigh;
  if ((high & 0x1ff) == 0x1ff) {
    const carry = multiplyHigh(normalized, powerLow);
    low += carry;
    if (low < carry) high++;
  }
  const upper = <i32>(high >> 63);
  const drop = upper + 9;
  let mantissa = high >> drop;
  // floor(log2(10^exponent)) by a fixed-point product.
  let binaryExponent = ((217706 * exponent) >> 16) + 63 + upper - shift + 1023;
  if (binaryExponent <= 0) return subnormal(mantissa, 1 - binaryExponent);
  // Exactly half way, which happens only for a few exponents: round to even.
  if (low <= 1 && exponent >= -4 && exponent <= 23 && (mantissa & 3) == 1 && mantissa << drop == high) mantissa &= ~1;
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  if (mantissa >= 2 << 52) {
    mantissa = 1 << 52;
    binaryExponent++;
  }
  if (binaryExponent >= 2047) return Infinity;
  return reinterpret<f64>((mantissa & ~((<u64>1) << 52)) | ((<u64>binaryExponent) << 52));
}

/** `mantissa` has one bit more than the result; `shift` is how far it is below the smallest normal number. */
function subnormal(mantissa: u64, shift: i32): f64 {
  if (shift >= 64) return 0;
  const shifted = mantissa >> shift;
  // A mantissa that rounds up to 2^52 becomes the smallest normal number by its bits alone.
  return reinterpret<f64>((shifted + (shifted & 1)) >> 1);
}
