/**
 * The cells after the confidence pairs of a VIAME CSV row, such as `(atr) sex f` or `(poly) 1 1 9 1 9 9`. Geometry is
 * built at once (geometry.ts); everything else is collected here, row by row.
 */
import { ProblemCode } from "../../border";
import { allocate } from "../../memory/arena";
import { packText, startsWith } from "../../memory/bytes";
import { attributeNameEnd, attributeOf, countValue, ValueKind } from "../attribute-table";
import { Char } from "../characters";
import { clearGeometry, dropGeometry, readHole, readPoint, readPolygon } from "./geometry";
import { at, cellEnd, cellStart, findNearSeparator, moveTo, nextCell, numberIn, readCell } from "./scan";
import { reportAt } from "./place";

export namespace TokenKind {
  export const ATTRIBUTE: u32 = 0;
  export const TRACK_ATTRIBUTE: u32 = 1;
  export const NOTE: u32 = 2;
  export const MASK: u32 = 3;
  /** An attribute that the same row sets again later. */
  export const OVERRIDDEN: u32 = 4;
}

/** Bytes of a token: kind, text start, text length; for attributes also attribute and ValueKind (u32 each); unused. */
const TOKEN_BITS: usize = 5;
const TEXT_START: usize = 4;
const TEXT_LENGTH: usize = 8;
const ATTRIBUTE: usize = 12;
const VALUE_KIND: usize = 16;

let tokens: usize = 0;
let capacity: u32 = 0;
/** Tokens of the row that was read last. */
export let tokenCount: u32 = 0;
/** One bit for each TokenKind in the row. */
let kindsSeen: u32 = 0;

/** Rows with tokens so far. */
let rowNumber: u32 = 0;
/** By attribute: the row that last had it, and the token there (u32 each). */
let latest: usize = 0;
let latestCapacity: u32 = 0;

/** Forgets the blocks; the caller empties the arena. */
export function dropTokens(): void {
  capacity = 0;
  tokenCount = 0;
  latestCapacity = 0;
  dropGeometry();
}

/** Forgets the tokens of the previous row. */
export function clearTokens(): void {
  tokenCount = 0;
  kindsSeen = 0;
  rowNumber++;
  clearGeometry();
}

/** Reads all cells from the cursor to the end of the row. */
export function readTokens(): void {
  clearTokens();
  do {
    const start = at;
    if (readKnownAttribute(start)) continue;
    readCell();
    if (cellEnd > cellStart) readToken(start);
  } while (nextCell());
}

export function hasKind(kind: u32): bool {
  return (kindsSeen & (1 << kind)) != 0;
}

export function tokenKind(token: u32): u32 {
  return load<u32>(entryOf(token));
}

export function tokenTextStart(token: u32): usize {
  return load<u32>(entryOf(token), TEXT_START);
}

export function tokenTextLength(token: u32): u32 {
  return load<u32>(entryOf(token), TEXT_LENGTH);
}

export function tokenAttribute(token: u32): u32 {
  return load<u32>(entryOf(token), ATTRIBUTE);
}

export function tokenValueKind(token: u32): u32 {
  return load<u32>(entryOf(token), VALUE_KIND);
}

function entryOf(token: u32): usize {
  return tokens + ((<usize>token) << TOKEN_BITS);
}

const SIX_BYTES: u64 = 0xffffffffffff;
const ATR: u64 = packText("(atr) ");
const TRK_ATR: u64 = packText("(trk-atr");
const POLY: u64 = packText("(poly)");
const HOLE: u64 = packText("(hole)");
const NOTE: u64 = packText("(note)");
const MASK: u64 = packText("(mask)");

/** Classifies the cell. Problems are reported at `at`. */
function readToken(at: usize): void {
  const eight = load<u64>(cellStart);
  const six = eight & SIX_BYTES;
  if (six == ATR) return readAttribute(false, cellStart + 6, at);
  if (eight == TRK_ATR && startsWith(cellStart + 8, ") ")) return readAttribute(true, cellStart + 10, at);
  if (six == POLY) return readPolygon(cellStart + 6, cellEnd, at);
  if (six == HOLE) return readHole(cellStart + 6, cellEnd, at);
  if (six == NOTE) return addText(TokenKind.NOTE, cellStart + 6 + <usize>(load<u8>(cellStart + 6) == Char.SPACE));
  if (six == MASK) return readMask(skipBlanks(cellStart + 6), at);
  if (startsWith(cellStart, "(kp) ")) return readPoint(cellStart + 5, cellEnd, at);
  if (startsWith(cellStart, "(+poly)")) return readPolygon(cellStart + 7, cellEnd, at);
  reportAt(ProblemCode.CSV_TOKEN_UNKNOWN, at, NaN);
}

/**
 * Reads the cell if it is an attribute with the same name as in this place of the previous row, as nearly all are, and
 * a value without surrounding blanks; otherwise changes nothing.
 */
function readKnownAttribute(start: usize): bool {
  if (tokenCount == capacity) return false;
  const eight = load<u64>(start);
  const isTrack = eight == TRK_ATR && load<u16>(start + 8) == CLOSE_AND_BLANK;
  if (!isTrack && (eight & SIX_BYTES) != ATR) return false;
  const attribute = load<u32>(entryOf(tokenCount), ATTRIBUTE);
  const nameEnd = attributeNameEnd(attribute, isTrack, start + (isTrack ? 10 : 6));
  if (nameEnd == 0) return false;
  const value = nameEnd + 1;
  const end = findNearSeparator(value);
  if (end == value || load<u8>(value) == Char.SPACE || load<u8>(end - 1) == Char.SPACE) return false;
  addAttribute(isTrack, attribute, value, end);
  moveTo(end);
  return true;
}

const CLOSE_AND_BLANK: u16 = 0x2029;

/** A name without value is a flag: the attribute is true. */
function readAttribute(isTrack: bool, start: usize, at: usize): void {
  const name = skipBlanks(start);
  let nameEnd = name;
  while (nameEnd < cellEnd && load<u8>(nameEnd) != Char.SPACE) nameEnd++;
  if (nameEnd == name) return reportAt(ProblemCode.CSV_ATTRIBUTE_MALFORMED, at, NaN);
  addAttribute(isTrack, attributeOf(isTrack, name, nameEnd - name), skipBlanks(nameEnd), cellEnd);
}

function addAttribute(isTrack: bool, attribute: u32, value: usize, end: usize): void {
  addToken(isTrack ? TokenKind.TRACK_ATTRIBUTE : TokenKind.ATTRIBUTE, value, end);
  const token = tokenCount - 1;
  const entry = entryOf(token);
  const kind = kindOfValue(value, end);
  store<u32>(entry, attribute, ATTRIBUTE);
  store<u32>(entry, kind, VALUE_KIND);
  countValue(attribute, kind, value, end - value);
  overrideEarlier(attribute, token);
}

/** `true`, `false` and empty text are booleans, a complete number is a number, anything else is text. */
export function kindOfValue(start: usize, end: usize): u32 {
  const length = end - start;
  if (length == 0) return ValueKind.BOOLEAN;
  if (<u32>load<u8>(start) - Char.PLUS <= Char.NINE - Char.PLUS) {
    return isFinite(numberIn(start, end)) ? ValueKind.NUMBER : ValueKind.TEXT;
  }
  const four = load<u32>(start);
  const isTrue = length == 4 && four == <u32>TRUE;
  const isFalse = length == 5 && four == <u32>FALSE && load<u8>(start + 4) == Char.LOWER_E;
  return isTrue || isFalse ? ValueKind.BOOLEAN : ValueKind.TEXT;
}

const TRUE: u64 = packText("true");
const FALSE: u64 = packText("fals");

/** If a row sets an attribute several times, the last value counts. */
function overrideEarlier(attribute: u32, token: u32): void {
  if (attribute >= latestCapacity) growLatest(attribute);
  const slot = latest + ((<usize>attribute) << 3);
  if (load<u32>(slot) == rowNumber) store<u32>(entryOf(load<u32>(slot, 4)), TokenKind.OVERRIDDEN);
  store<u32>(slot, rowNumber);
  store<u32>(slot, token, 4);
}

function readMask(path: usize, at: usize): void {
  if (isMaskPath(path, cellEnd)) addText(TokenKind.MASK, path);
  else reportAt(ProblemCode.CSV_MASK_MALFORMED, at, NaN);
}

/** Whether the path of a mask picture stays within the folder of the CSV. */
export function isMaskPath(start: usize, end: usize): bool {
  const first = <u32>load<u8>(start);
  if (start >= end || first == Char.SLASH || first == Char.BACKSLASH) return false;
  for (let p = start; p < end; p++) {
    const byte = <u32>load<u8>(p);
    if (byte == Char.COLON || (byte == Char.DOT && p + 1 < end && load<u8>(p + 1) == Char.DOT)) return false;
  }
  return true;
}

function skipBlanks(p: usize): usize {
  while (p < cellEnd && load<u8>(p) == Char.SPACE) p++;
  return p;
}

/** Adds the rest of the cell, unless it is empty. */
function addText(kind: u32, text: usize): void {
  if (text < cellEnd) addToken(kind, text, cellEnd);
}

function addToken(kind: u32, start: usize, end: usize): void {
  if (tokenCount == capacity) grow();
  const token = entryOf(tokenCount);
  store<u32>(token, kind);
  store<u32>(token, <u32>start, TEXT_START);
  store<u32>(token, <u32>(end - start), TEXT_LENGTH);
  tokenCount++;
  kindsSeen |= 1 << kind;
}

function grow(): void {
  const before = capacity;
  capacity = before == 0 ? 64 : before << 1;
  const moved = allocate((<usize>capacity) << TOKEN_BITS);
  memory.copy(moved, tokens, (<usize>before) << TOKEN_BITS);
  memory.fill(moved + ((<usize>before) << TOKEN_BITS), 0, (<usize>(capacity - before)) << TOKEN_BITS);
  tokens = moved;
}

function growLatest(attribute: u32): void {
  const before = latestCapacity;
  latestCapacity = attribute * 2 + 64;
  const moved = allocate((<usize>latestCapacity) << 3);
  memory.copy(moved, latest, (<usize>before) << 3);
  memory.fill(moved + ((<usize>before) << 3), 0, (<usize>(latestCapacity - before)) << 3);
  latest = moved;
}
