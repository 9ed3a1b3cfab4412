/**
 * The cells behind the confidence pairs of a VIAME CSV row, such as `(atr) sex f` or `(poly) 1 1 9 1 9 9`: collected row by
 * row, and turned into the JSON members that a detection keeps as text.
 */
import { allocate } from "../../memory/arena";
import { startsWith } from "../../memory/bytes";
import { numberEnd, parseNumber } from "../../numbers/parse";
import { Char } from "../characters";
import { at, cellEnd, cellStart, nextCell, readCell } from "./scan";
import { ProblemCode, report } from "../problems";

export namespace TokenKind {
  export const ATTRIBUTE: u32 = 0;
  export const TRACK_ATTRIBUTE: u32 = 1;
  export const POINT: u32 = 2;
  export const POLYGON: u32 = 3;
  export const HOLE: u32 = 4;
  export const NOTE: u32 = 5;
}

/** Bytes of a token: kind, name start, name length, text start, text length (u32 each). */
const TOKEN_BYTES: usize = 20;
const NAME_START: usize = 4;
const NAME_LENGTH: usize = 8;
const TEXT_START: usize = 12;
const TEXT_LENGTH: usize = 16;

let tokens: usize = 0;
let capacity: u32 = 0;
/** Tokens of the row that was read last. */
export let tokenCount: u32 = 0;
/** One bit a TokenKind that the row has. */
let kindsSeen: u32 = 0;

/** Forgets the block; the arena is emptied by the caller. */
export function dropTokens(): void {
  capacity = 0;
  tokenCount = 0;
}

/** Forgets the tokens of the row before. */
export function clearTokens(): void {
  tokenCount = 0;
  kindsSeen = 0;
}

/** Reads all cells from the cursor to the end of the row. */
export function readTokens(): void {
  clearTokens();
  do {
    const start = at;
    readCell();
    if (cellEnd > cellStart) readToken(start);
  } while (nextCell());
}

export function hasKind(kind: u32): bool {
  return (kindsSeen & (1 << kind)) != 0;
}

export function tokenKind(token: u32): u32 {
  return load<u32>(tokens + <usize>token * TOKEN_BYTES);
}

export function tokenNameStart(token: u32): usize {
  return load<u32>(tokens + <usize>token * TOKEN_BYTES, NAME_START);
}

export function tokenNameLength(token: u32): usize {
  return load<u32>(tokens + <usize>token * TOKEN_BYTES, NAME_LENGTH);
}

export function tokenTextStart(token: u32): usize {
  return load<u32>(tokens + <usize>token * TOKEN_BYTES, TEXT_START);
}

export function tokenTextEnd(token: u32): usize {
  return tokenTextStart(token) + load<u32>(tokens + <usize>token * TOKEN_BYTES, TEXT_LENGTH);
}

/** Sorts the cell in. `at` is where problems are reported. */
function readToken(at: usize): void {
  if (startsWith(cellStart, "(atr) ")) return readNamed(TokenKind.ATTRIBUTE, 6, at);
  if (startsWith(cellStart, "(trk-atr) ")) return readNamed(TokenKind.TRACK_ATTRIBUTE, 10, at);
  if (startsWith(cellStart, "(kp) ")) return readNamed(TokenKind.POINT, 5, at);
  if (startsWith(cellStart, "(poly)")) return readPolygon(TokenKind.POLYGON, at);
  if (startsWith(cellStart, "(hole)")) return readPolygon(TokenKind.HOLE, at);
  if (startsWith(cellStart, "(note)")) return addToken(TokenKind.NOTE, 0, 0, skipBlanks(cellStart + 6));
  report(ProblemCode.CSV_TOKEN_UNKNOWN, at, NaN);
}

/** A token of a name and a text. */
function readNamed(kind: u32, prefix: usize, at: usize): void {
  const name = skipBlanks(cellStart + prefix);
  let nameEnd = name;
  while (nameEnd < cellEnd && load<u8>(nameEnd) != Char.SPACE) nameEnd++;
  const text = skipBlanks(nameEnd);
  const isPoint = kind == TokenKind.POINT;
  if (nameEnd == name || text >= cellEnd || (isPoint && countNumbers(text) != 2)) {
    return report(isPoint ? ProblemCode.CSV_POINT_MALFORMED : ProblemCode.CSV_ATTRIBUTE_MALFORMED, at, NaN);
  }
  addToken(kind, name, nameEnd - name, text);
}

function readPolygon(kind: u32, at: usize): void {
  const text = skipBlanks(cellStart + 6);
  const numbers = countNumbers(text);
  if (numbers < 6 || (numbers & 1) != 0) return report(ProblemCode.CSV_POLYGON_MALFORMED, at, NaN);
  if (kind == TokenKind.HOLE && !hasKind(TokenKind.POLYGON)) {
    return report(ProblemCode.CSV_HOLE_WITHOUT_POLYGON, at, NaN);
  }
  addToken(kind, 0, 0, text);
}

/** How many numbers the rest of the cell is made of; 0 when it has anything else. */
function countNumbers(start: usize): u32 {
  let count: u32 = 0;
  let p = start;
  while (p < cellEnd) {
    p = endOfPlainNumber(p);
    if (p != skipBlanks(p) || p >= cellEnd) {
      count++;
      p = skipBlanks(p);
      continue;
    }
    return 0;
  }
  return count;
}

/** Behind a number of whatever spelling; the same address when there is none. */
function endOfPlainNumber(p: usize): usize {
  let q = p + <usize>(load<u8>(p) == Char.MINUS);
  while (<u32>load<u8>(q) - Char.ZERO <= 9) q++;
  const next = <u32>load<u8>(q);
  if (q > p && (next == Char.SPACE || q >= cellEnd) && <u32>load<u8>(q - 1) != Char.MINUS) return q;
  const value = parseNumber(p);
  return isFinite(value) ? numberEnd : p;
}

function skipBlanks(p: usize): usize {
  while (p < cellEnd && load<u8>(p) == Char.SPACE) p++;
  return p;
}

function addToken(kind: u32, name: usize, nameLength: usize, text: usize): void {
  if (tokenCount == capacity) grow();
  const token = tokens + <usize>tokenCount * TOKEN_BYTES;
  store<u32>(token, kind);
  store<u32>(token, <u32>name, NAME_START);
  store<u32>(token, <u32>nameLength, NAME_LENGTH);
  store<u32>(token, <u32>text, TEXT_START);
  store<u32>(token, <u32>(cellEnd - text), TEXT_LENGTH);
  tokenCount++;
  kindsSeen |= 1 << kind;
}

function grow(): void {
  capacity = capacity == 0 ? 64 : capacity << 1;
  const moved = allocate(<usize>capacity * TOKEN_BYTES);
  memory.copy(moved, tokens, <usize>tokenCount * TOKEN_BYTES);
  tokens = moved;
}
