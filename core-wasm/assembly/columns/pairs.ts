/**
 * Confidence pairs: a pool of (type, confidence). A track names its list with a slice of entries; lists are written once
 * and never changed, so an edit appends a new list, and undo points to the old one again. Lists are sorted by confidence,
 * descending, equal ones in the order given.
 */
import { allocate } from "../memory/arena";
import { makeSlice, Slice, sliceLength, sliceStart } from "../memory/slice";

let types: usize = 0;
let confidences: usize = 0;
let capacity: u32 = 0;
export let pairCount: u32 = 0;

export function clearPairs(): void {
  capacity = 0;
  pairCount = 0;
}

export function reservePairs(more: u32): void {
  const needed = pairCount + more;
  if (needed <= capacity) return;
  capacity = max(needed, capacity + (capacity >> 1));
  const movedTypes = allocate((<usize>capacity) << 2);
  const movedConfidences = allocate((<usize>capacity) << 3);
  memory.copy(movedTypes, types, (<usize>pairCount) << 2);
  memory.copy(movedConfidences, confidences, (<usize>pairCount) << 3);
  types = movedTypes;
  confidences = movedConfidences;
}

export function pairType(pair: u32): u32 {
  return load<u32>(types + ((<usize>pair) << 2));
}

export function pairConfidence(pair: u32): f64 {
  return load<f64>(confidences + ((<usize>pair) << 3));
}

/**
 * Adds a pair to the list under construction, which starts at an earlier `pairCount`. The caller must have reserved
 * room.
 */
export function appendPair(type: u32, confidence: f64): void {
  storePair(pairCount, type, confidence);
  pairCount++;
}

function storePair(pair: u32, type: u32, confidence: f64): void {
  store<u32>(types + ((<usize>pair) << 2), type);
  store<f64>(confidences + ((<usize>pair) << 3), confidence);
}

/** Finishes the list that starts at `first`: sorts it and returns its slice. */
export function finishPairs(first: u32): Slice {
  for (let i = first + 1; i < pairCount; i++) sinkPair(first, i);
  return makeSlice(first, pairCount - first);
}

/**
 * Overwrites an older list of the same length with the finished list that starts at `first` and ends the pool, provided
 * nothing else refers to the older one. Returns the slice to use. Keeps the pool small while a file is read.
 */
export function replacePairs(old: Slice, first: u32): Slice {
  const count = pairCount - first;
  if (sliceLength(old) != count) return makeSlice(first, count);
  const target = <u32>sliceStart(old);
  for (let i: u32 = 0; i < count; i++) storePair(target + i, pairType(first + i), pairConfidence(first + i));
  pairCount = first;
  return old;
}

/** Drops everything appended since `first`. */
export function dropPairs(first: u32): void {
  pairCount = first;
}

/** One step of a stable insertion sort. */
function sinkPair(first: u32, pair: u32): void {
  const type = pairType(pair);
  const confidence = pairConfidence(pair);
  let hole = pair;
  while (hole > first && pairConfidence(hole - 1) < confidence) {
    storePair(hole, pairType(hole - 1), pairConfidence(hole - 1));
    hole--;
  }
  if (hole != pair) storePair(hole, type, confidence);
}
