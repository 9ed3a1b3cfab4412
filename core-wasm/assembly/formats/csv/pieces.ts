/**
 * Where a file that arrives in pieces can be cut: after the last row that is complete in the bytes so far. The reader
 * then sees only whole rows, so its result does not depend on the pieces.
 */
import { Char } from "../characters";
import { closingQuote, findQuote, isSeparator, MAX_QUOTED, NOT_CLOSED } from "./scan";

/** The address after the last complete row of a text that begins with a row; `start` if none exists. */
export function completeRowsEnd(start: usize, end: usize): usize {
  let rowsEnd = start;
  // No cell in quotes has been found from here on.
  let outside = start;
  let quote = findQuote(start, end);
  while (quote < end) {
    if (!opensCell(start, quote)) {
      quote = findQuote(quote + 1, end);
      continue;
    }
    rowsEnd = max(rowsEnd, lastLineEnd(outside, quote, end));
    const close = closingQuote(quote, min(end, quote + MAX_QUOTED));
    // If a quote is the last byte, what follows it decides whether it closes.
    if (close != NOT_CLOSED && close + 1 < end) {
      outside = close + 1;
      quote = findQuote(outside, end);
    } else if (end - quote > MAX_QUOTED) {
      quote = nextLine(quote, end);
      quote = findQuote(quote, end);
    } else {
      return rowsEnd;
    }
  }
  return max(rowsEnd, lastLineEnd(outside, end, end));
}

/** Whether a quote is the first byte of a cell, ignoring blanks. */
function opensCell(start: usize, quote: usize): bool {
  let p = quote;
  while (p > start && load<u8>(p - 1) == Char.SPACE) p--;
  return p == start || isSeparator(load<u8>(p - 1));
}

/** The address after the last line end between two addresses; 0: none. A CR may be followed by its LF. */
function lastLineEnd(from: usize, to: usize, end: usize): usize {
  for (let p = to; p > from; p--) {
    const byte = <u32>load<u8>(p - 1);
    if (byte == Char.LF || (byte == Char.CR && p < end && load<u8>(p) != Char.LF)) return p;
  }
  return 0;
}

function nextLine(from: usize, end: usize): usize {
  let p = from;
  while (p < end && load<u8>(p) != Char.LF && load<u8>(p) != Char.CR) p++;
  return p;
}
