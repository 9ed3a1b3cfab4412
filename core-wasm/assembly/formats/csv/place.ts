/** Where the row at the cursor begins in the file, and problems with their place. */
import { Char } from "../characters";
import { reportLine } from "../problems";

/** The line of the file on which the row at the cursor begins, from 1. */
export let line: u32 = 1;
/** The address where that row begins. */
export let rowStart: usize = 0;

export function startFile(): void {
  line = 1;
}

@inline
export function startRow(start: usize): void {
  rowStart = start;
}

@inline
export function passLines(count: u32): void {
  line += count;
}

/** Reports a problem in the row at the cursor, with the line and column (both from 1) of an address in it. */
export function reportAt(code: u32, at: usize, number: f64): void {
  let itsLine = line;
  let column: u32 = 1;
  for (let p = rowStart; p < at; p++) {
    const byte = <u32>load<u8>(p);
    if (byte == Char.LF || (byte == Char.CR && load<u8>(p + 1) != Char.LF)) {
      itsLine++;
      column = 1;
    } else if ((byte & 0xc0) != 0x80) {
      // Columns count characters: continuation bytes of a UTF-8 sequence do not count.
      column++;
    }
  }
  reportLine(code, itsLine, column, number);
}
