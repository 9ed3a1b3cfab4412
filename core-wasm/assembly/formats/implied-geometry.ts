/**
 * Geometry that files leave implicit and readers supply: polygons are named "", "1", "2" … in their order, and a line
 * `HeadTails` leads from the first to the second of the points head and tail. Geometry that differs from this is lost.
 */
import { LossKind } from "../border";
import { numberEnd, parseNumber } from "../numbers/parse";
import { Char } from "./characters";
import { countLoss } from "./losses";

/** Whether the key between two addresses is that of the polygon with this index. */
export function isPolygonKey(start: usize, end: usize, index: u32): bool {
  while (index != 0) {
    if (end-- == start || <u32>load<u8>(end) != Char.ZERO + index % 10) return false;
    index /= 10;
  }
  return start == end;
}

/**
 * `line`, `first` and `second` are the addresses of the coordinates of the line and of the points in the order of
 * reading; 0 for none.
 */
export function countHeadTails(line: usize, first: usize, second: usize, trackId: u32, frame: u32): void {
  const hasBoth = first != 0 && second != 0;
  if (line == 0) {
    if (hasBoth) countLoss(LossKind.HEAD_TAIL_LINE, trackId, frame);
    return;
  }
  const isSame =
    hasBoth &&
    numbersEqual(nextNumber(line), nextNumber(first)) &&
    numbersEqual(pairEnd, nextNumber(second)) &&
    load<u8>(pairEnd) == Char.CLOSE_BRACKET &&
    load<u8>(pairEnd + 1) == Char.CLOSE_BRACKET;
  if (!isSame) countLoss(LossKind.LINE_STRING_GEOMETRY, trackId, frame);
}

/** The address after the two numbers on the left that `numbersEqual` compared last. */
let pairEnd: usize = 0;

/** Whether the next two numbers at both addresses are equal. */
function numbersEqual(left: usize, right: usize): bool {
  pairEnd = left;
  for (let i = 0; i < 2; i++) {
    const mine = parseNumber(nextNumber(pairEnd));
    pairEnd = numberEnd;
    if (mine != parseNumber(nextNumber(right))) return false;
    right = numberEnd;
  }
  return true;
}

/** Skips brackets and commas, which in kept texts are all that separates coordinates. */
function nextNumber(p: usize): usize {
  while (load<u8>(p) == Char.OPEN_BRACKET || load<u8>(p) == Char.CLOSE_BRACKET || load<u8>(p) == Char.COMMA) p++;
  return p;
}
