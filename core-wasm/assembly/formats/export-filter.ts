/**
 * Which confidence pairs a writer includes: those that reach the threshold of their type and whose type was requested.
 */
import { pairConfidence, pairType } from "../columns/pairs";
import { pairsOf } from "../columns/tracks";
import { typeCount } from "../columns/types";
import { allocate } from "../memory/arena";
import { sliceEnd, sliceStart } from "../memory/slice";

/** One f64 per type: minimum confidence; Infinity: the type was not requested. */
let thresholds: usize = 0;
let capacity: u32 = 0;
let isActive: bool = false;

/** Forgets the block; the caller empties the arena. */
export function dropExportFilter(): void {
  capacity = 0;
  isActive = false;
}

/** Removes the filter: everything is written. */
export function clearExportFilter(): void {
  isActive = false;
}

/** Address of one f64 per type, which the host fills for the next write. */
export function openExportFilter(): usize {
  if (capacity < typeCount) {
    capacity = typeCount + 64;
    thresholds = allocate((<usize>capacity) << 3);
  }
  isActive = true;
  return thresholds;
}

export function isExported(pair: u32): bool {
  return !isActive || pairConfidence(pair) >= load<f64>(thresholds + ((<usize>pairType(pair)) << 3));
}

/** Whether the track is written: always without a filter, otherwise if a pair remains. */
export function hasExportedPair(track: u32): bool {
  return !isActive || firstExportedPair(track) != NO_PAIR;
}

export const NO_PAIR: u32 = 0xffffffff;

/** The best pair that is written, or NO_PAIR. */
export function firstExportedPair(track: u32): u32 {
  const pairs = pairsOf(track);
  for (let pair = <u32>sliceStart(pairs), end = <u32>sliceEnd(pairs); pair < end; pair++) {
    if (isExported(pair)) return pair;
  }
  return NO_PAIR;
}
