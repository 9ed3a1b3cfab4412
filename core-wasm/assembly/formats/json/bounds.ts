/**
 * Bounds in JSON, `[x1, y1, x2, y2]`: half of the bytes of a file. The fast path reads them as programs write them,
 * without blanks before commas and without exponents; a slower one reads any notation.
 */
import { ProblemCode } from "../../border";
import { EXACT_POWERS } from "../../numbers/powers";
import { Char } from "../characters";
import { broken } from "./members";
import { at, isNumberNext, moveTo, pastSpace, readNumber, take } from "./scan";

/** Returned by `plainNumberEnd` for anything else: an address that never holds a number. */
const ELSEWHERE: usize = 0;

/**
 * Stores the bounds at `start` as four f64; returns the address after them, or 0 when they are not bounds, which has
 * been reported.
 */
// @ts-ignore: decorator
@inline
export function boundsEnd(start: usize, target: usize): usize {
  if (load<u8>(start) != Char.OPEN_BRACKET) return anyBoundsEnd(start, target);
  let p = plainNumberEnd(pastSpace(start + 1), target, Char.COMMA);
  if (p == ELSEWHERE) return anyBoundsEnd(start, target);
  p = plainNumberEnd(pastSpace(p), target + 8, Char.COMMA);
  if (p == ELSEWHERE) return anyBoundsEnd(start, target);
  p = plainNumberEnd(pastSpace(p), target + 16, Char.COMMA);
  if (p == ELSEWHERE) return anyBoundsEnd(start, target);
  p = plainNumberEnd(pastSpace(p), target + 24, Char.CLOSE_BRACKET);
  return p == ELSEWHERE ? anyBoundsEnd(start, target) : p;
}

/**
 * Stores the number at `start` if it has at most 15 digits, no exponent and this byte after it; returns the address
 * after that byte. Each call site has its own copy of the loops, so that the processor predicts their lengths from what
 * that site has seen.
 */
// @ts-ignore: decorator
@inline
function plainNumberEnd(start: usize, target: usize, next: u32): usize {
  const isNegative = load<u8>(start) == Char.MINUS;
  const first = start + <usize>isNegative;
  let p = first;
  let digits: i64 = 0;
  let digit = <u32>load<u8>(p) - Char.ZERO;
  while (digit <= 9) {
    digits = digits * 10 + <i64>digit;
    digit = <u32>load<u8>(++p) - Char.ZERO;
  }
  const wholeCount = p - first;
  let fractionCount: usize = 0;
  if (digit == Char.DOT - Char.ZERO) {
    const fraction = p + 1;
    digit = <u32>load<u8>(++p) - Char.ZERO;
    while (digit <= 9) {
      digits = digits * 10 + <i64>digit;
      digit = <u32>load<u8>(++p) - Char.ZERO;
    }
    fractionCount = p - fraction;
    if (fractionCount == 0) return ELSEWHERE;
  }
  // JSON has neither .5 nor 007. Up to 15 digits are exact, and so is their quotient with a power of ten.
  const hasZeroInFront = load<u8>(first) == Char.ZERO && wholeCount > 1;
  if (digit != next - Char.ZERO || wholeCount == 0 || hasZeroInFront || wholeCount + fractionCount > 15) return ELSEWHERE;
  const value = <f64>digits / load<f64>(EXACT_POWERS + (fractionCount << 3));
  store<f64>(target, isNegative ? -value : value);
  return p + 1;
}

/** Reads bounds in any notation. */
function anyBoundsEnd(start: usize, target: usize): usize {
  moveTo(start);
  let count: usize = 0;
  if (take(Char.OPEN_BRACKET)) {
    do {
      if (!isNumberNext()) break;
      const value = readNumber();
      if (!isFinite(value)) break;
      store<f64>(target + (count << 3), value);
    } while (++count < 4 && take(Char.COMMA));
  }
  const p = pastSpace(at);
  if (count == 4 && load<u8>(p) == Char.CLOSE_BRACKET) return p + 1;
  broken(ProblemCode.JSON_BOUNDS_MALFORMED, NaN);
  return 0;
}
