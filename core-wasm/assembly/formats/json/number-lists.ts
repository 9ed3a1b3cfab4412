/**
 * Lists of numbers, as used in geometry: `[[12,-3.5],[7, 0.25]]`. They are validated sixteen bytes at a time: every
 * byte has a kind, and every kind determines which kinds may follow it. Leading zeros and second points in a number are
 * checked by bits of earlier bytes.
 */
import { Char } from "../characters";
import { noteSpace } from "./tokens";

/** Deeper lists take the slow path; one block may open this many longer levels. */
const MAX_LEVELS: i32 = 16;
export const MAX_LIST_LEVELS: u32 = 32;

// Kinds of bytes. Digits have two bits: after a bracket the second one is tested, because the tables below would also
// allow the first one after a closing bracket.
const DIGIT: i8 = 1;
const COMMA: i8 = 2;
const MINUS: i8 = 4;
const DOT: i8 = 8;
const OPEN: i8 = 16;
const CLOSE: i8 = 32;
const SPACE: i8 = 64;
const ALSO_DIGIT: i8 = -128;
const ANY_DIGIT: i8 = DIGIT | ALSO_DIGIT;

// Allowed next: a number or list, with or without a blank before it; the rest of a number, or what comes after it.
const ITEM: i8 = DIGIT | MINUS | OPEN;
const BEHIND_DIGIT: i8 = DIGIT | COMMA | CLOSE | DOT;

// A byte's kind is the bits that the tables for its low and high half have in common; so are the kinds that may follow.
// The tables are in memory, since constants would be rebuilt for every block.
const LOW_KINDS = memory.data<i8>([
  ANY_DIGIT | SPACE, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT, ANY_DIGIT,
  0, OPEN, COMMA, MINUS | CLOSE, DOT, 0,
]);
const HIGH_KINDS = memory.data<i8>([
  0, 0, COMMA | MINUS | DOT | SPACE, ANY_DIGIT, 0, OPEN | CLOSE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);
const LOW_FOLLOWERS = memory.data<i8>([
  BEHIND_DIGIT | ITEM, BEHIND_DIGIT, BEHIND_DIGIT, BEHIND_DIGIT, BEHIND_DIGIT, BEHIND_DIGIT, BEHIND_DIGIT, BEHIND_DIGIT,
  BEHIND_DIGIT, BEHIND_DIGIT, 0, ALSO_DIGIT | MINUS | OPEN, ITEM | SPACE, DIGIT | COMMA | CLOSE, DIGIT, 0,
]);
const HIGH_FOLLOWERS = memory.data<i8>([
  0, 0, ITEM | SPACE, BEHIND_DIGIT, 0, ALSO_DIGIT | MINUS | OPEN | COMMA | CLOSE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
]);

/** The address after the list at `start`; 0: it contains anything else, numbers with exponents, or empty lists. */
export function endOfNumberLists(start: usize): usize {
  const lowKinds = v128.load(LOW_KINDS);
  const highKinds = v128.load(HIGH_KINDS);
  const lowFollowers = v128.load(LOW_FOLLOWERS);
  const highFollowers = v128.load(HIGH_FOLLOWERS);
  const lowHalf = i8x16.splat(15);
  let p = start;
  let depth: i32 = 0;
  // The kind of the previous block's last byte, as the lowest bit.
  let inFraction: u32 = 0;
  let behindDigit: u32 = 0;
  let behindZero: u32 = 0;
  let spaces = i8x16.splat(0);
  // The bytes before the list are not part of it.
  let judged: u32 = 0xfffe;
  while (true) {
    const bytes = v128.load(p);
    const before = v128.load(p - 1);
    const kinds = v128.and(
      i8x16.swizzle(lowKinds, v128.and(bytes, lowHalf)),
      i8x16.swizzle(highKinds, i8x16.shr_u(bytes, 4)),
    );
    const followers = v128.and(
      i8x16.swizzle(lowFollowers, v128.and(before, lowHalf)),
      i8x16.swizzle(highFollowers, i8x16.shr_u(before, 4)),
    );
    let wrong = bitsOf(i8x16.eq(v128.and(kinds, followers), i8x16.splat(0))) & judged;
    judged = 0xffff;
    spaces = v128.or(spaces, i8x16.eq(kinds, i8x16.splat(SPACE)));
    const digits = bitsOf(kinds);
    const dots = bitsOf(i8x16.eq(bytes, i8x16.splat(<i8>Char.DOT)));
    // A sum carries from the first digit of a fraction to the byte after its last one, which must not be a point.
    const fractions = (dots << 1) | inFraction;
    const ends = fractions + digits;
    const firstDigits = digits & ~((digits << 1) | behindDigit | fractions);
    const firstZeros = firstDigits & bitsOf(i8x16.eq(bytes, i8x16.splat(<i8>Char.ZERO)));
    wrong |= (ends & ~digits & dots) | (((firstZeros << 1) | behindZero) & digits);
    inFraction = ends >> 16;
    behindDigit = digits >> 15;
    behindZero = firstZeros >> 15;
    const openers = bitsOf(i8x16.eq(bytes, i8x16.splat(<i8>Char.OPEN_BRACKET)));
    const closers = bitsOf(i8x16.eq(bytes, i8x16.splat(<i8>Char.CLOSE_BRACKET)));
    if (depth <= <i32>popcnt(closers)) {
      // The end may be here.
      for (let rest = closers; rest != 0; rest &= rest - 1) {
        const passed = rest ^ (rest - 1);
        if (depth + <i32>popcnt(openers & passed) != <i32>popcnt(closers & passed)) continue;
        if ((wrong & passed) != 0) return 0;
        if (v128.any_true(spaces)) noteSpace();
        return p + <usize>popcnt(passed);
      }
    }
    depth += <i32>popcnt(openers) - <i32>popcnt(closers);
    if (wrong != 0 || depth > MAX_LEVELS) return 0;
    p += 16;
  }
}

// @ts-ignore: decorator
@inline
function bitsOf(lanes: v128): u32 {
  return <u32>i8x16.bitmask(lanes);
}
