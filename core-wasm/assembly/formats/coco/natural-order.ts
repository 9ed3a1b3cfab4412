/**
 * The natural order of file names, the same as for the pictures of a dataset (schemas/natural-sort.ts): runs of digits
 * by value and before text, text by code point, shorter first; names that are still equal by code point.
 */
import { allocateScratch, mark, release } from "../../memory/arena";
import { Slice, sliceEnd, sliceStart } from "../../memory/slice";
import { Char } from "../characters";

/** Sorts `count` indices (u32) at `order` by the names at `names` (Slices): a merge sort, stable. */
export function sortByName(order: usize, count: u32, names: usize): void {
  if (isSorted(order, count, names)) return;
  const start = mark();
  let source = order;
  let target = allocateScratch((<usize>count) << 2);
  for (let width: u32 = 1; width < count; width <<= 1) {
    for (let first: u32 = 0; first < count; first += width << 1) {
      merge(source, target, first, min(first + width, count), min(first + (width << 1), count), names);
    }
    const swap = source;
    source = target;
    target = swap;
  }
  if (source != order) memory.copy(order, source, (<usize>count) << 2);
  release(start);
}

function merge(source: usize, target: usize, first: u32, middle: u32, end: u32, names: usize): void {
  let left = first;
  let right = middle;
  for (let i = first; i < end; i++) {
    const takeLeft =
      left < middle &&
      (right >= end || compareNames(nameOf(source, left, names), nameOf(source, right, names)) <= 0);
    const from = takeLeft ? left++ : right++;
    store<u32>(target + ((<usize>i) << 2), load<u32>(source + ((<usize>from) << 2)));
  }
}

function isSorted(order: usize, count: u32, names: usize): bool {
  for (let i: u32 = 1; i < count; i++) {
    if (compareNames(nameOf(order, i - 1, names), nameOf(order, i, names)) > 0) return false;
  }
  return true;
}

function nameOf(order: usize, position: u32, names: usize): Slice {
  return load<u64>(names + ((<usize>load<u32>(order + ((<usize>position) << 2))) << 3));
}

/** Negative: the left one comes first. */
function compareNames(left: Slice, right: Slice): i32 {
  let p = sliceStart(left);
  let q = sliceStart(right);
  const pEnd = sliceEnd(left);
  const qEnd = sliceEnd(right);
  while (p < pEnd && q < qEnd) {
    const isNumber = isDigit(p);
    if (isNumber != isDigit(q)) return isNumber ? -1 : 1;
    const pRun = runEnd(p, pEnd, isNumber);
    const qRun = runEnd(q, qEnd, isNumber);
    const order = isNumber ? compareNumbers(p, pRun, q, qRun) : compareBytes(p, pRun, q, qRun);
    if (order != 0) return order;
    p = pRun;
    q = qRun;
  }
  if (p < pEnd) return 1;
  if (q < qEnd) return -1;
  return compareBytes(sliceStart(left), pEnd, sliceStart(right), qEnd);
}

function isDigit(p: usize): bool {
  return <u32>load<u8>(p) - Char.ZERO <= 9;
}

/** The end of the run of digits, or of other characters, at `p`. */
function runEnd(p: usize, end: usize, ofDigits: bool): usize {
  while (p < end && isDigit(p) == ofDigits) p++;
  return p;
}

/** Compares by value, with any number of digits. */
function compareNumbers(p: usize, pEnd: usize, q: usize, qEnd: usize): i32 {
  while (p + 1 < pEnd && load<u8>(p) == Char.ZERO) p++;
  while (q + 1 < qEnd && load<u8>(q) == Char.ZERO) q++;
  const longer = <i32>(pEnd - p) - <i32>(qEnd - q);
  return longer != 0 ? longer : compareBytes(p, pEnd, q, qEnd);
}

/** The order of UTF-8 is that of code points. */
function compareBytes(p: usize, pEnd: usize, q: usize, qEnd: usize): i32 {
  while (p < pEnd && q < qEnd) {
    const difference = <i32>load<u8>(p++) - <i32>load<u8>(q++);
    if (difference != 0) return difference;
  }
  return p < pEnd ? 1 : q < qEnd ? -1 : 0;
}
