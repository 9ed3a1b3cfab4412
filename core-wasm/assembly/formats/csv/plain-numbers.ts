/**
 * Numbers as programs write them into the first nine cells of a row: digits, optionally with a minus and a fraction,
 * immediately followed by a comma. Reading a file spends its time here. All addresses are in locals, branches depend on
 * the text only, and each call site has its own copy of the loops, so that the processor predicts their lengths from
 * what that site has seen.
 */
import { numberEnd, parseNumber } from "../../numbers/parse";
import { EXACT_POWERS } from "../../numbers/powers";
import { Char } from "../characters";

/** Returned by the functions here when the cell is something else: an address that never holds a comma. */
const ELSEWHERE: usize = 0;

/** The index last read by `readPlainIndex`. */
export let plainIndex: u32 = 0;

/** Reads up to nine digits into `plainIndex`; returns the address of the comma after them. */
// @ts-ignore: decorator
@inline
export function readPlainIndex(start: usize): usize {
  let p = start;
  let index: u32 = 0;
  let digit = <u32>load<u8>(p) - Char.ZERO;
  while (digit <= 9) {
    index = index * 10 + digit;
    digit = <u32>load<u8>(++p) - Char.ZERO;
  }
  plainIndex = index;
  return digit == Char.COMMA - Char.ZERO && p - start - 1 < 9 ? p : ELSEWHERE;
}

/** Stores a finite number at `target`; returns the address of the comma after it. */
// @ts-ignore: decorator
@inline
export function readPlainNumber(start: usize, target: usize): usize {
  const isNegative = load<u8>(start) == Char.MINUS;
  const first = start + <usize>isNegative;
  let p = first;
  let digits: u64 = 0;
  let fractionDigits: usize = 0;
  let digit = <u32>load<u8>(p) - Char.ZERO;
  while (digit <= 9) {
    digits = digits * 10 + digit;
    digit = <u32>load<u8>(++p) - Char.ZERO;
  }
  let digitCount = p - first;
  if (digit == Char.DOT - Char.ZERO) {
    const fraction = ++p;
    digit = <u32>load<u8>(p) - Char.ZERO;
    while (digit <= 9) {
      digits = digits * 10 + digit;
      digit = <u32>load<u8>(++p) - Char.ZERO;
    }
    fractionDigits = p - fraction;
    digitCount += fractionDigits;
  }
  // Up to 15 digits are exact, and so is their quotient with a power of ten.
  if (digit != Char.COMMA - Char.ZERO || digitCount - 1 > 14) return readOtherNumber(start, target);
  const value = <f64>digits / load<f64>(EXACT_POWERS + (fractionDigits << 3));
  store<f64>(target, isNegative ? -value : value);
  return p;
}

/** Reads numbers with more digits or an exponent. */
function readOtherNumber(start: usize, target: usize): usize {
  store<f64>(target, parseNumber(start));
  return isFinite(load<f64>(target)) ? numberEnd : ELSEWHERE;
}
