/** Which confidence pairs a writer writes: those that reach the threshold of their type and whose type is wanted. */
import { pairConfidence, pairType } from "../columns/pairs";
import { pairsOf } from "../columns/tracks";
import { typeCount } from "../columns/types";
import { allocate } from "../memory/arena";
import { sliceEnd, sliceStart } from "../memory/slice";

/** f64 a type: least confidence; Infinity: the type is not wanted. */
let thresholds: usize = 0;
let capacity: u32 = 0;
let isActive: bool = false;

/** Forgets the block; the arena is emptied by the caller. */
export function dropExportFilter(): void {
  capacity = 0;
  isActive = false;
}

/** Everything is written. */
export function clearExportFilter(): void {
  isActive = false;
}

/** Address of an f64 for every type, to be filled by the host, for the next write. */
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

/** Whether the track is written: without a filter always, with one if a pair remains. */
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
