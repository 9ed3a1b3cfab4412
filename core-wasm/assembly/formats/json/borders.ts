/**
 * Where a JSON text that arrives in pieces can be cut: between the members or elements of the container being read. The
 * reader then sees only whole ones, so its result does not depend on the pieces.
 *
 * This is a light scan: it tracks strings and depth, and leaves validation to the reader.
 */
import { Char } from "../characters";

const BLOCK: usize = 64;

/** Containers opened since the start and not yet closed; -1: the one around the start is closed. */
let depth: i32 = 0;
let isInString: bool = false;
let border: usize = 0;

/**
 * The address after the last comma between members or elements of the container around `start`, or after the end of the
 * container if that was reached; `start` when there is neither. The 64 bytes after `end` must be zero.
 */
export function lastBorder(start: usize, end: usize): usize {
  depth = 0;
  isInString = false;
  border = start;
  const quote = i8x16.splat(<i8>Char.QUOTE);
  const backslash = i8x16.splat(<i8>Char.BACKSLASH);
  // In ASCII, `{` and `}` are `[` and `]` with this bit.
  const bit = i8x16.splat(32);
  const opener = i8x16.splat(<i8>Char.OPEN_BRACE);
  const closer = i8x16.splat(<i8>Char.CLOSE_BRACE);
  let p = start;
  while (p < end && depth >= 0) {
    const a = v128.load(p);
    const b = v128.load(p, 16);
    const c = v128.load(p, 32);
    const d = v128.load(p, 48);
    const escapes = v128.or(
      v128.or(i8x16.eq(a, backslash), i8x16.eq(b, backslash)),
      v128.or(i8x16.eq(c, backslash), i8x16.eq(d, backslash)),
    );
    const quotes = bitsOf(i8x16.eq(a, quote), i8x16.eq(b, quote), i8x16.eq(c, quote), i8x16.eq(d, quote));
    const quoted = isInString ? ~oddBits(quotes) : oddBits(quotes);
    const first = v128.or(a, bit);
    const second = v128.or(b, bit);
    const third = v128.or(c, bit);
    const fourth = v128.or(d, bit);
    const closers = bitsOf(
      i8x16.eq(first, closer),
      i8x16.eq(second, closer),
      i8x16.eq(third, closer),
      i8x16.eq(fourth, closer),
    );
    const openers = bitsOf(
      i8x16.eq(first, opener),
      i8x16.eq(second, opener),
      i8x16.eq(third, opener),
      i8x16.eq(fourth, opener),
    );
    const closed = <i32>popcnt(closers & ~quoted);
    if (v128.any_true(escapes) || depth <= closed) {
      p = walk(p, min(p + BLOCK, end));
    } else {
      depth += <i32>popcnt(openers & ~quoted) - closed;
      isInString = <i64>quoted < 0;
      p += BLOCK;
    }
  }
  return border;
}

/** A bit for each of 64 bytes, from four comparison results. */
// @ts-ignore: decorator
@inline
function bitsOf(a: v128, b: v128, c: v128, d: v128): u64 {
  const low = <u32>(i8x16.bitmask(a) | (i8x16.bitmask(b) << 16));
  return <u64>low | (<u64>(<u32>(i8x16.bitmask(c) | (i8x16.bitmask(d) << 16))) << 32);
}

/**
 * At each bit, whether an odd number of bits is set up to there: given the bits of quotes, this marks the inside of
 * strings.
 */
// @ts-ignore: decorator
@inline
function oddBits(all: u64): u64 {
  let bits = all;
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return bits;
}

/**
 * The version that goes byte by byte, for text with borders or escapes; returns where it stopped, which may be past
 * `end`.
 */
function walk(start: usize, end: usize): usize {
  let p = start;
  while (p < end && depth >= 0) {
    const byte = <u32>load<u8>(p++);
    if (byte == Char.QUOTE) isInString = !isInString;
    else if (isInString) p += <usize>(byte == Char.BACKSLASH);
    else if ((byte | 32) == Char.OPEN_BRACE) depth++;
    else if ((byte | 32) == Char.CLOSE_BRACE) depth--;
    else if (byte != Char.COMMA || depth > 0) continue;
    if (!isInString && (depth < 0 || (byte == Char.COMMA && depth == 0))) border = p;
  }
  return p;
}
