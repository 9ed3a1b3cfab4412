/**
 * Two dialects of VIAME CSV. `dive` is byte for byte what the export of api/v1 writes: CR LF, numbers as Python prints
 * them, pixel positions rounded half to even. `plain` has LF, or CR LF when asked, and the shortest exact numbers.
 */
import { putBytes } from "../../memory/bytes";
import { printJs, printPython, printRounded } from "../../numbers/print";
import { Char } from "../characters";
import { startsFormula } from "./reader";

export let isDive: bool = true;
let hasCrLf: bool = true;

export function setCsvDialect(dive: bool, crLf: bool): void {
  isDive = dive;
  hasCrLf = crLf;
}

/** A cell of this text never needs more bytes. */
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
 * A cell that is free text. Spreadsheet programs run text that begins like a formula, so an apostrophe goes in front,
 * which reading takes off again.
 */
export function putTextCell(p: usize, start: usize, length: usize): usize {
  const cell = p;
  if (length > 0 && startsFormula(start)) store<u8>(p++, Char.APOSTROPHE);
  return finishCell(cell, putBytes(p, start, length));
}

/** Puts the cell between two addresses into quotes when it needs them; answers its new end. */
export function finishCell(start: usize, end: usize): usize {
  let quotes: usize = 0;
  let needsQuotes = false;
  for (let p = start; p < end; p++) {
    const byte = <u32>load<u8>(p);
    quotes += <usize>(byte == Char.QUOTE);
    needsQuotes = needsQuotes || byte == Char.COMMA || byte == Char.LF || byte == Char.CR || byte == Char.QUOTE;
  }
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
