/**
 * Reading CSV text: one cursor, `at`, that moves over cells. Lines end with LF, CR LF or CR; a quoted cell may contain
 * any of them, and two quotes for one. A quote that is not closed within MAX_QUOTED bytes is considered stray: its row
 * is broken, and the next line is a row again.
 *
 * The text must end with a line end or be followed by one, so that no search runs past the end.
 */
import { numberEnd, parsedNumber, parseNumber, parseTo } from "../../numbers/parse";
import { heapCopy } from "../../memory/heap";
import { sliceStart } from "../../memory/slice";
import { Char } from "../characters";

/** The maximum length of a quoted cell. */
export const MAX_QUOTED: usize = 1 << 20;

export let at: usize = 0;
let end: usize = 0;

/** The cell that was read last, without quotes and surrounding blanks. */
export let cellStart: usize = 0;
export let cellEnd: usize = 0;
/** The last cell had an opening quote and no closing one. */
export let quoteIsOpen: bool = false;
/** Line ends inside cells, since `openCsv`. */
export let innerLineEnds: u32 = 0;

/** Starts at the first byte of a text. */
export function openCsv(start: usize, textEnd: usize): void {
  at = start;
  end = textEnd;
  innerLineEnds = 0;
}

export function isAtCsvEnd(): bool {
  return at >= end;
}

/** Continues elsewhere in the text, after bytes whose meaning is already known. */
export function moveTo(address: usize): void {
  at = address;
}

/** Called after a cell: moves to the next cell of the row; false at the end of the row. */
export function nextCell(): bool {
  if (load<u8>(at) != Char.COMMA) return false;
  at++;
  return true;
}

/** Moves past the line end at the cursor. */
export function skipLineEnd(): void {
  if (load<u8>(at) == Char.CR && load<u8>(at + 1) == Char.LF) at++;
  at++;
}

/** Skips a cell, up to the comma or line end after it. */
export function skipCell(): void {
  quoteIsOpen = false;
  while (load<u8>(at) == Char.SPACE) at++;
  if (load<u8>(at) == Char.QUOTE) skipQuoted();
  at = findSeparator(at);
}

/** Reads a cell and records its contents. Doubled quotes are made single in the text itself. */
export function readCell(): void {
  quoteIsOpen = false;
  let start = at;
  while (load<u8>(start) == Char.SPACE) start++;
  if (load<u8>(start) == Char.QUOTE) {
    at = start;
    const linesBefore = innerLineEnds;
    const contentEnd = skipQuoted();
    cellStart = start + 1;
    cellEnd = unquote(contentEnd, innerLineEnds != linesBefore);
    at = findSeparator(at);
    return;
  }
  at = findSeparator(at);
  cellStart = start;
  cellEnd = at;
  while (cellEnd > start && load<u8>(cellEnd - 1) == Char.SPACE) cellEnd--;
}

/** Reads a cell and returns its number, NaN when it is not one. */
export function readNumberCell(): f64 {
  const numberEnd = parseTo(at);
  if (isSeparator(load<u8>(numberEnd)) && numberEnd != at) {
    quoteIsOpen = false;
    at = numberEnd;
    return parsedNumber;
  }
  readCell();
  return numberIn(cellStart, cellEnd);
}

/** The number that a text spells; NaN when it is not exactly one number. A trailing point is allowed, as in `12.`. */
export function numberIn(start: usize, textEnd: usize): f64 {
  const value = parseNumber(start);
  if (numberEnd == start) return NaN;
  const rest = numberEnd + <usize>(numberEnd < textEnd && load<u8>(numberEnd) == Char.DOT);
  return rest == textEnd ? value : NaN;
}

export function isSeparator(byte: u32): bool {
  return byte == Char.COMMA || byte == Char.LF || byte == Char.CR;
}

/** The next comma or line end. */
function findSeparator(from: usize): usize {
  let p = from;
  while (true) {
    const found = separatorsAt(p);
    if (found != 0) return p + <usize>ctz(found);
    p += 16;
  }
}

/** The inlined version, for a separator that is near. */
// @ts-ignore: decorator
@inline
export function findNearSeparator(from: usize): usize {
  const found = separatorsAt(from);
  return found != 0 ? from + <usize>ctz(found) : findSeparator(from + 16);
}

/** A bit for each of 16 bytes that is a comma or part of a line end. */
// @ts-ignore: decorator
@inline
function separatorsAt(p: usize): i32 {
  const bytes = v128.load(p);
  const isLineEnd = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>Char.LF)), i8x16.eq(bytes, i8x16.splat(<i8>Char.CR)));
  return i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(<i8>Char.COMMA)), isLineEnd));
}

/**
 * Moves from the opening quote to after the closing one and returns that quote's address. Without a closing quote the
 * cell ends with the line.
 */
function skipQuoted(): usize {
  const close = closingQuote(at, min(end, at + MAX_QUOTED));
  if (close == NOT_CLOSED) {
    quoteIsOpen = true;
    at = findLineEnd(at);
    return at;
  }
  innerLineEnds += countLineEnds(at, close - at);
  at = close + 1;
  return close;
}

export const NOT_CLOSED: usize = 0;

/** The quote that closes the one at `open`, or NOT_CLOSED. */
export function closingQuote(open: usize, end: usize): usize {
  let p = open + 1;
  while (true) {
    p = findQuote(p, end);
    if (p >= end) return NOT_CLOSED;
    if (load<u8>(p + 1) != Char.QUOTE || p + 1 >= end) return p;
    p += 2;
  }
}

/** The next quote, or `end`. */
export function findQuote(from: usize, end: usize): usize {
  const quote = i8x16.splat(<i8>Char.QUOTE);
  let p = from;
  // Most files have none, so four blocks are checked together.
  while (p + 64 <= end) {
    const first = v128.or(i8x16.eq(v128.load(p), quote), i8x16.eq(v128.load(p, 16), quote));
    const second = v128.or(i8x16.eq(v128.load(p, 32), quote), i8x16.eq(v128.load(p, 48), quote));
    if (v128.any_true(v128.or(first, second))) break;
    p += 64;
  }
  for (; p < end; p += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(p), quote));
    if (found != 0) return min(p + <usize>ctz(found), end);
  }
  return end;
}

function findLineEnd(from: usize): usize {
  let p = findSeparator(from);
  while (load<u8>(p) == Char.COMMA) p = findSeparator(p + 1);
  return p;
}

/**
 * Makes doubled quotes of the cell single; returns its new end. The rest is filled with blanks. Text of several lines
 * is copied first, since places of problems are found by the line ends of the source.
 */
function unquote(contentEnd: usize, hasLines: bool): usize {
  let textEnd = contentEnd;
  if (findQuote(cellStart, textEnd) == textEnd) return textEnd;
  if (hasLines) {
    const copied = heapCopy(cellStart, textEnd - cellStart);
    textEnd = sliceStart(copied) + (textEnd - cellStart);
    cellStart = sliceStart(copied);
  }
  let target = cellStart;
  for (let p = cellStart; p < textEnd; p++) {
    const byte = load<u8>(p);
    store<u8>(target++, byte);
    if (byte == Char.QUOTE) p++;
  }
  memory.fill(target, <u8>Char.SPACE, textEnd - target);
  return target;
}

/** Number of line ends in a text: at least its number of rows minus one. */
export function countLineEnds(start: usize, length: usize): u32 {
  const textEnd = start + length;
  const lf = i8x16.splat(<i8>Char.LF);
  const cr = i8x16.splat(<i8>Char.CR);
  let count: u32 = 0;
  let p = start;
  while (p + 16 <= textEnd) {
    // A byte of `counts` cannot exceed 255.
    const blockEnd = min(p + 255 * 16, p + ((textEnd - p) & ~15));
    let counts = i8x16.splat(0);
    for (; p < blockEnd; p += 16) {
      const bytes = v128.load(p);
      // A CR counts unless an LF follows it. Matching bytes are -1.
      const crAlone = v128.andnot(i8x16.eq(bytes, cr), i8x16.eq(v128.load(p, 1), lf));
      counts = i8x16.sub(counts, v128.or(i8x16.eq(bytes, lf), crAlone));
    }
    count += sumOfBytes(counts);
  }
  for (; p < textEnd; p++) {
    const byte = <u32>load<u8>(p);
    count += <u32>(byte == Char.LF || byte == Char.CR);
  }
  return count;
}

function sumOfBytes(bytes: v128): u32 {
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
  return (
    i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
  );
}
