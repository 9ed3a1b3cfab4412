/**
 * Where a JSON text that comes in pieces can be cut: between the members or elements of the container that is being read.
 * The reader then sees them whole only, so that it finds the same whatever the pieces are.
 *
 * This is a light scan: it knows strings and depth, and leaves to the reader whether what lies between is right.
 */
import { Char } from "../characters";

const BLOCK: usize = 64;

/** Containers that were opened behind the start and are not closed; -1: the one around the start is. */
let depth: i32 = 0;
let isInString: bool = false;
let border: usize = 0;

/**
 * The address behind the last comma between members or elements of the container around `start`, or behind its end, when that
 * is there; `start` when neither is. 64 bytes behind `end` must be zero.
 */
export function lastBorder(start: usize, end: usize): usize {
  depth = 0;
  isInString = false;
  border = start;
  let p = start;
  while (p < end && depth >= 0) {
    const open = quotedBytes(matching(p, Char.QUOTE, 0));
    // In ASCII, `{` and `}` are `[` and `]` with another bit.
    const opening = popcnt(matching(p, Char.OPEN_BRACE, 32) & ~open);
    const closing = popcnt(matching(p, Char.CLOSE_BRACE, 32) & ~open);
    if (<i64>depth > <i64>closing && matching(p, Char.BACKSLASH, 0) == 0) {
      depth += <i32>(opening - closing);
      isInString = open >> 63 != 0;
      p += BLOCK;
    } else {
      p = walk(p, min(p + BLOCK, end));
    }
  }
  return border;
}

/** A bit for each of the 64 bytes from `p` on that is `byte` when the bits of `set` are set in it. */
// @ts-ignore: decorator
@inline
function matching(p: usize, byte: u32, set: u32): u64 {
  const wanted = i8x16.splat(<i8>byte);
  const bits = i8x16.splat(<i8>set);
  const first = i8x16.bitmask(i8x16.eq(v128.or(v128.load(p), bits), wanted));
  const second = i8x16.bitmask(i8x16.eq(v128.or(v128.load(p, 16), bits), wanted));
  const third = i8x16.bitmask(i8x16.eq(v128.or(v128.load(p, 32), bits), wanted));
  const fourth = i8x16.bitmask(i8x16.eq(v128.or(v128.load(p, 48), bits), wanted));
  return <u64>(<u32>(first | (second << 16))) | (<u64>(<u32>(third | (fourth << 16))) << 32);
}

/** A bit for each byte that is inside a string, from bits for the quotes: whether an odd number of them went before. */
// @ts-ignore: decorator
@inline
function quotedBytes(quotes: u64): u64 {
  let bits = quotes;
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  bits ^= bits << 32;
  return isInString ? ~bits : bits;
}

/** The same byte by byte, for what has borders or escapes; answers where it stopped, which may be behind `end`. */
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
