/** Sorts 64-bit keys in ascending order: a bottom-up merge sort, O(n log n) for any input. */
import { allocateScratch, mark, release } from "./arena";

const RUN: usize = 16;

/** Sorts `count` u64 at `keys` in place. Keys that are already sorted, the common case, cost one pass. */
export function sortKeys(keys: usize, count: usize): void {
  if (isSorted(keys, count)) return;
  const start = mark();
  let source = keys;
  let target = allocateScratch(count << 3);
  for (let first: usize = 0; first < count; first += RUN) insertionSort(keys, first, min(first + RUN, count));
  for (let width = RUN; width < count; width <<= 1) {
    for (let first: usize = 0; first < count; first += width << 1) {
      const middle = min(first + width, count);
      merge(source, target, first, middle, min(middle + width, count));
    }
    const swap = source;
    source = target;
    target = swap;
  }
  if (source != keys) memory.copy(keys, source, count << 3);
  release(start);
}

function isSorted(keys: usize, count: usize): bool {
  for (let i: usize = 1; i < count; i++) {
    if (load<u64>(keys + (i << 3)) < load<u64>(keys + ((i - 1) << 3))) return false;
  }
  return true;
}

function insertionSort(keys: usize, first: usize, end: usize): void {
  for (let i = first + 1; i < end; i++) {
    const key = load<u64>(keys + (i << 3));
    let hole = i;
    while (hole > first && load<u64>(keys + ((hole - 1) << 3)) > key) {
      store<u64>(keys + (hole << 3), load<u64>(keys + ((hole - 1) << 3)));
      hole--;
    }
    store<u64>(keys + (hole << 3), key);
  }
}

function merge(source: usize, target: usize, first: usize, middle: usize, end: usize): void {
  let left = first;
  let right = middle;
  for (let i = first; i < end; i++) {
    const takeLeft =
      left < middle && (right >= end || load<u64>(source + (left << 3)) <= load<u64>(source + (right << 3)));
    const from = takeLeft ? left++ : right++;
    store<u64>(target + (i << 3), load<u64>(source + (from << 3)));
  }
}
