/**
 * The geometry of one VIAME CSV row, built while its tokens are read: the features of a GeoJSON FeatureCollection, as
 * an import of api/v1 makes them (section 21.2). The text is held in its own block until the row ends.
 */
import { ProblemCode } from "../../border";
import { allocate } from "../../memory/arena";
import { putText, textIs } from "../../memory/bytes";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { printPython, printU32 } from "../../numbers/print";
import { Char } from "../characters";
import { ESCAPE_GROWTH, putJsonString } from "../json/strings";
import { reportAt } from "./place";

/** Room for the fixed parts around a token's numbers. */
const FEATURE_ROOM: usize = 512;

let block: usize = 0;
let limit: usize = 0;
/** The address after the last feature; equals `block` when the row has none. */
let end: usize = 0;
let polygonCount: u32 = 0;
/** The address after the last ring of the last polygon. */
let ringsEnd: usize = 0;
/** Whether the preceding polygon was kept, so that holes belong to it and not to one before a broken polygon. */
let takesHoles: bool = false;
/** Address and length of the coordinates `[x,y]` of these points; 0: no such point. */
let head: usize = 0;
let headLength: usize = 0;
let tail: usize = 0;
let tailLength: usize = 0;

/** Forgets the block; the caller empties the arena. */
export function dropGeometry(): void {
  block = 0;
  limit = 0;
  end = 0;
}

/** Starts a row. */
export function clearGeometry(): void {
  end = block;
  polygonCount = 0;
  takesHoles = false;
  head = 0;
  tail = 0;
}

export function hasGeometry(): bool {
  return end != block;
}

/** The most bytes that `putGeometry` can need. */
export function geometryRoom(): usize {
  return end - block + FEATURE_ROOM;
}

/** Writes the detection's geometry member. */
export function putGeometry(p: usize): usize {
  p = putText(p, '"geometry":{"type":"FeatureCollection","features":[');
  // Faster than a call of memory.copy.
  for (let q = block; q < end; q += 16) v128.store(p + (q - block), v128.load(q));
  p += end - block;
  if (head != 0 && tail != 0) p = putHeadTails(p);
  return putText(p, "]}");
}

/** Writes the line between head and tail, starting at the one given first. */
function putHeadTails(p: usize): usize {
  const isHeadFirst = head < tail;
  p = putText(p, ',{"type":"Feature","properties":{"key":"HeadTails"},"geometry":{"type":"LineString","coordinates":[');
  p = putCopy(p, min(head, tail), isHeadFirst ? headLength : tailLength);
  store<u8>(p, Char.COMMA);
  p = putCopy(p + 1, max(head, tail), isHeadFirst ? tailLength : headLength);
  return putText(p, "]}}");
}

function putCopy(p: usize, start: usize, length: usize): usize {
  memory.copy(p, start, length);
  return p + length;
}

/** Reads `x y x y …`: a polygon with the key "", later ones "1", "2" and so on. */
export function readPolygon(start: usize, textEnd: usize, at: usize): void {
  let p = openFeature(textEnd - start);
  store<u8>(p++, Char.QUOTE);
  if (polygonCount != 0) p = printU32(p, polygonCount);
  p = putText(p, '"},"geometry":{"type":"Polygon","coordinates":[');
  p = putRing(p, start, textEnd);
  takesHoles = p != 0;
  if (p == 0) return reportAt(ProblemCode.CSV_POLYGON_MALFORMED, at, NaN);
  polygonCount++;
  ringsEnd = p;
  end = putText(p, "]}}");
}

/** Reads `x y x y …`: another ring of the last polygon. */
export function readHole(start: usize, textEnd: usize, at: usize): void {
  const ring = reserve(textEnd - start);
  store<u8>(ring, Char.COMMA);
  const p = putRing(ring + 1, start, textEnd);
  if (p == 0) return reportAt(ProblemCode.CSV_POLYGON_MALFORMED, at, NaN);
  if (!takesHoles) return reportAt(ProblemCode.CSV_HOLE_WITHOUT_POLYGON, at, NaN);
  // The ring was written after everything else; swap it with what follows the polygon's last ring.
  const length = p - ring;
  const rest = reserve(length * 2) - ringsEnd;
  memory.copy(end + length, end, length);
  memory.copy(ringsEnd + length, ringsEnd, rest);
  memory.copy(ringsEnd, end + length, length);
  if (head >= ringsEnd) head += length;
  if (tail >= ringsEnd) tail += length;
  ringsEnd += length;
  end += length;
}

/** Reads `name x y`; the name may contain blanks. */
export function readPoint(start: usize, textEnd: usize, at: usize): void {
  // The blank after the tag may be outside the text.
  const name = skipBlanks(min(start, textEnd), textEnd);
  const x = wordStart(wordStart(textEnd, name), name);
  let nameEnd = x;
  while (nameEnd > name && load<u8>(nameEnd - 1) == Char.SPACE) nameEnd--;
  let p = openFeature((textEnd - name) * ESCAPE_GROWTH);
  p = putJsonString(p, name, nameEnd - name, false);
  p = putText(p, '},"geometry":{"type":"Point","coordinates":');
  const position = p;
  p = putPosition(p, x, textEnd);
  if (p == 0 || nameEnd == name || positionEnd != textEnd) return reportAt(ProblemCode.CSV_POINT_MALFORMED, at, NaN);
  if (textIs(name, <u32>(nameEnd - name), "head")) {
    head = position;
    headLength = p - position;
  } else if (textIs(name, <u32>(nameEnd - name), "tail")) {
    tail = position;
    tailLength = p - position;
  }
  end = putText(p, "}}");
}

/** The start of the last word before `before`, ignoring blanks. */
function wordStart(before: usize, start: usize): usize {
  let p = before;
  while (p > start && load<u8>(p - 1) == Char.SPACE) p--;
  while (p > start && load<u8>(p - 1) != Char.SPACE) p--;
  return p;
}

/** Makes room for a feature and writes its beginning, up to the value of the key. */
function openFeature(numbersLength: usize): usize {
  let p = reserve(numbersLength);
  if (p != block) store<u8>(p++, Char.COMMA);
  return putText(p, '{"type":"Feature","properties":{"key":');
}

/**
 * Writes `x y x y …` as `[[x,y],[x,y]…]`; returns 0 when the text is something else or has fewer than three points.
 */
function putRing(p: usize, start: usize, textEnd: usize): usize {
  let points: u32 = 0;
  let q = start;
  store<u8>(p++, Char.OPEN_BRACKET);
  while (q < textEnd) {
    // Nearly all positions are two whole numbers of a few digits, which are found in 16 bytes at once.
    const bytes = v128.load(q, 1);
    const others = i8x16.bitmask(i8x16.gt_u(i8x16.sub(bytes, i8x16.splat(<i8>Char.ZERO)), i8x16.splat(9)));
    const x = <usize>ctz(others);
    const both = <usize>ctz(others & (others - 1));
    const y = both - x - 1;
    const end = q + 1 + both;
    const isPlain =
      load<u8>(q) == Char.SPACE && isPlainNumber(q + 1, x) && load<u8>(q + 1 + x) == Char.SPACE && isPlainNumber(end - y, y);
    if (isPlain && (load<u8>(end) == Char.SPACE || end == textEnd)) {
      store<u8>(p, Char.OPEN_BRACKET);
      store<u64>(p + 1, load<u64>(q + 1));
      store<u32>(p + 1 + x, POINT_ZERO_COMMA);
      p += x + 4;
      store<u64>(p, load<u64>(end - y));
      store<u32>(p + y, POINT_ZERO_BRACKET);
      p += y + 3;
      q = end;
    } else {
      p = putPosition(p, skipBlanks(q, textEnd), textEnd);
      if (p == 0) return 0;
      // At the blank before the next position.
      q = positionEnd - <usize>(positionEnd != textEnd);
    }
    store<u8>(p++, Char.COMMA);
    points++;
  }
  // Replaces the last comma.
  store<u8>(p - 1, Char.CLOSE_BRACKET);
  return points < 3 ? 0 : p;
}

const POINT_ZERO_COMMA: u32 = 0x2c302e;
const POINT_ZERO_BRACKET: u32 = 0x5d302e;

/** Writes up to seven digits unchanged, followed by `.0`. */
// @ts-ignore: decorator
@inline
function isPlainNumber(start: usize, digits: usize): bool {
  return digits - 1 < 7 && (load<u8>(start) != Char.ZERO || digits == 1);
}

/** The address after the numbers `putPosition` last read and the blanks that follow them. */
let positionEnd: usize = 0;

/** Writes `x y` as `[x,y]`; returns 0 if none exists. */
function putPosition(p: usize, start: usize, textEnd: usize): usize {
  store<u8>(p, Char.OPEN_BRACKET);
  p = putFloatText(p + 1, start);
  const y = skipBlanks(floatTextEnd, textEnd);
  if (floatTextEnd == start || y == floatTextEnd) return 0;
  store<u8>(p, Char.COMMA);
  p = putFloatText(p + 1, y);
  positionEnd = skipBlanks(floatTextEnd, textEnd);
  if (floatTextEnd == y || (positionEnd == floatTextEnd && positionEnd != textEnd)) return 0;
  store<u8>(p, Char.CLOSE_BRACKET);
  return p + 1;
}

function skipBlanks(p: usize, textEnd: usize): usize {
  while (p < textEnd && load<u8>(p) == Char.SPACE) p++;
  return p;
}

/** The address after the number `putFloatText` last read; equals its start when there was none. */
let floatTextEnd: usize = 0;

/** For 8 bytes: the high bit of every byte that is not a digit. */
// @ts-ignore: decorator
@inline
function nonDigits(bytes: u64): u64 {
  const values = bytes ^ 0x3030303030303030;
  return ((values & 0x7f7f7f7f7f7f7f7f) + 0x7676767676767676 | values) & 0x8080808080808080;
}

/**
 * Writes the number at `start` as Python prints a float. Most numbers are whole, with a few digits, and only need a
 * point and a zero: the number of digits is found without a loop, whose length a processor could not predict.
 */
// @ts-ignore: decorator
@inline
export function putFloatText(p: usize, start: usize): usize {
  const bytes = load<u64>(start);
  const digits = <usize>(ctz(nonDigits(bytes)) >> 3);
  const isPlain = digits - 1 < 7 && ((<u32>bytes & 0xff) != Char.ZERO || digits == 1);
  if (!isPlain || <u32>load<u8>(start + digits) >= Char.DOT) return putOtherFloat(p, start);
  store<u64>(p, bytes);
  store<u16>(p + digits, POINT_ZERO);
  floatTextEnd = start + digits;
  return p + digits + 2;
}

const POINT_ZERO: u16 = 0x302e;

/** Fractions of few digits are copied unchanged; others are parsed and printed. */
function putOtherFloat(p: usize, start: usize): usize {
  const first = start + <usize>(load<u8>(start) == Char.MINUS);
  let q = first;
  while (<u32>load<u8>(q) - Char.ZERO <= 9) q++;
  const wholeDigits = q - first;
  const isPlain = wholeDigits - 1 < 9 && (load<u8>(first) != Char.ZERO || wholeDigits == 1);
  if (isPlain && load<u8>(q) == Char.DOT) {
    const fraction = q + 1;
    q = fraction;
    while (<u32>load<u8>(q) - Char.ZERO <= 9) q++;
    const digits = q - fraction;
    // A trailing zero is not printed, except as the only digit; below 0.1 exponents may begin.
    const isShortest = digits - 1 < 5 && (load<u8>(q - 1) != Char.ZERO || digits == 1);
    const isSmall = load<u8>(first) == Char.ZERO && load<u8>(fraction) == Char.ZERO;
    if (isShortest && !isSmall && (load<u8>(q) | 32) != Char.LOWER_E) {
      v128.store(p, v128.load(start));
      floatTextEnd = q;
      return p + (q - start);
    }
  }
  const value = parseNumber(start);
  const end = numberEnd + <usize>(numberEnd != start && load<u8>(numberEnd) == Char.DOT);
  floatTextEnd = isFinite(value) ? end : start;
  return printPython(p, value);
}

/** The address for the next text, with room for a token of this many bytes. The existing text may move. */
function reserve(tokenLength: usize): usize {
  const bytes = tokenLength * ESCAPE_GROWTH + FEATURE_ROOM;
  if (limit - end >= bytes) return end;
  const used = end - block;
  const capacity = used * 2 + bytes + 4096;
  const moved = allocate(capacity);
  memory.copy(moved, block, used);
  const shift = moved - block;
  if (head != 0) head += shift;
  if (tail != 0) tail += shift;
  ringsEnd += shift;
  block = moved;
  limit = moved + capacity;
  end = moved + used;
  return end;
}
