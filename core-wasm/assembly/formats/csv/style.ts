/**
 * Two dialects of VIAME CSV. `dive` is byte for byte what the export of api/v1 writes: CR LF, numbers as Python prints
 * them, pixel positions rounded as on the wire. `plain` has LF, or CR LF on request, and the shortest exact numbers.
 */
import { putBytes } from "../../memory/bytes";
import { printJs, printPython, printRounded } from "../../numbers/print";
import { Char } from "../characters";

export let isDive: bool = true;
let hasCrLf: bool = true;

export function setCsvDialect(dive: bool, crLf: bool): void {
  isDive = dive;
  hasCrLf = crLf;
}

/** The most bytes that a cell of this text can need. */
export function cellRoom(length: usize): usize {
  return length * 2 + 64;
}

export function putLineEnd(p: usize): usize {
  if (hasCrLf) store<u8>(p++, Char.CR);
  store<u8>(p, Char.LF);
  return p + 1;
}

export function putPixels(p: usize, value: f64): usize {
  return isDive ? printRounded(p, value) : printJs(p, value);
}

export function putFloat(p: usize, value: f64): usize {
  return isDive ? printPython(p, value) : printJs(p, value);
}

/**
 * Writes a free text cell. Spreadsheet programs run text that begins like a formula, so an apostrophe is put before it,
 * which readers remove.
 */
export function putTextCell(p: usize, start: usize, length: usize): usize {
  const cell = p;
  if (needsGuard(start, start + length)) store<u8>(p++, Char.APOSTROPHE);
  return finishCell(cell, putBytes(p, start, length));
}

/**
 * Whether a cell, ignoring leading apostrophes, could be run as a formula or mistaken for a token: with one more
 * apostrophe it is neither, and readers know which one to remove.
 */
export function needsGuard(start: usize, end: usize): bool {
  let p = start;
  while (p < end && load<u8>(p) == Char.APOSTROPHE) p++;
  if (p == end) return false;
  const byte = <u32>load<u8>(p);
  const isFormula = byte == Char.EQUALS || byte == Char.PLUS || byte == Char.MINUS || byte == Char.AT;
  return isFormula || byte == Char.TAB || byte == Char.CR || byte == Char.OPEN_PARENTHESIS;
}

export function hasOuterBlank(start: usize, end: usize): bool {
  return end > start && (load<u8>(start) == Char.SPACE || load<u8>(end - 1) == Char.SPACE);
}

/** Whether readers remove blanks from the ends of this cell: `dive` has quotes only where Python has them. */
export function losesBlanks(start: usize, end: usize): bool {
  if (!isDive) return false;
  for (let p = start; p < end; p++) if (isQuoted(load<u8>(p))) return false;
  return true;
}

/** Whether a byte requires quotes. */
function isQuoted(byte: u32): bool {
  return byte == Char.COMMA || byte == Char.LF || byte == Char.CR || byte == Char.QUOTE;
}

/** Whether a cell certainly needs no quotes, sixteen bytes at once; reads up to 15 bytes past it. */
function isPlain(start: usize, end: usize): bool {
  for (let p = start; p < end; p += 16) {
    const bytes = v128.load(p);
    const isSign = v128.or(i8x16.eq(bytes, i8x16.splat(<i8>Char.COMMA)), i8x16.eq(bytes, i8x16.splat(<i8>Char.QUOTE)));
    const found = i8x16.bitmask(v128.or(isSign, i8x16.le_u(bytes, i8x16.splat(<i8>Char.CR))));
    if (found != 0 && p + <usize>ctz(found) < end) return false;
  }
  return isDive || !hasOuterBlank(start, end);
}

/** Cells with zero bytes written so far. */
export let cellsWithZeros: u32 = 0;

export function forgetCellsWithZeros(): void {
  cellsWithZeros = 0;
}

/**
 * Puts the cell between two addresses into quotes if it needs them; returns its new end. Each zero byte is replaced
 * with a question mark, since a file with zeros would be taken for binary.
 */
export function finishCell(start: usize, end: usize): usize {
  if (isPlain(start, end)) return end;
  let quotes: usize = 0;
  let zeros: u32 = 0;
  let needsQuotes = !isDive && hasOuterBlank(start, end);
  for (let p = start; p < end; p++) {
    const byte = <u32>load<u8>(p);
    if (byte == 0) {
      store<u8>(p, Char.QUESTION_MARK);
      zeros = 1;
    }
    quotes += <usize>(byte == Char.QUOTE);
    needsQuotes = needsQuotes || isQuoted(byte);
  }
  cellsWithZeros += zeros;
  if (!needsQuotes) return end;
  let target = end + quotes + 2;
  store<u8>(--target, Char.QUOTE);
  for (let p = end; p > start; p--) {
    const byte = <u32>load<u8>(p - 1);
    store<u8>(--target, byte);
    if (byte == Char.QUOTE) store<u8>(--target, Char.QUOTE);
  }
  store<u8>(start, Char.QUOTE);
  return end + quotes + 2;
}
