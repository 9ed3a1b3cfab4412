/**
 * Which tracks are shown, and under which type: the first confidence pair, best first, that reaches the threshold of its
 * type and whose type is checked. With `preventCascade` only the best pair counts. A track without pairs is shown under
 * the type `unknown`, as an import would name it.
 *
 * With a hierarchy of types it is the deepest one below that pair's type which reaches its threshold; when it is not
 * checked the nearest type above it that the track has, and only then another one. A track that fails the attribute
 * filters is not shown at all.
 */
import { pairConfidence, pairType } from "../columns/pairs";
import {
  HIDDEN,
  isAlive,
  isFilteredOut,
  markFilteredOut,
  pairsOf,
  setShownType,
  shownTypeOf,
  trackEnd,
} from "../columns/tracks";
import { internType, isTypeChecked, isTypeWithin, typeThreshold } from "../columns/types";
import { putText } from "../memory/bytes";
import { sliceLength, sliceStart } from "../memory/slice";

const unknownName: usize = memory.data(16);

let preventCascade: bool = false;
let hasHierarchy: bool = false;

export function setPreventCascade(on: bool): void {
  preventCascade = on;
}

/** Whether some type is above another one. */
export function setHasHierarchy(on: bool): void {
  hasHierarchy = on;
}

/** Decides anew for every track; answers how many are shown. */
export function applyFilter(): u32 {
  let shown: u32 = 0;
  for (let track: u32 = 0; track < trackEnd; track++) {
    if (!isAlive(track)) continue;
    refreshShownType(track);
    shown += <u32>(shownTypeOf(track) != HIDDEN);
  }
  return shown;
}

/**
 * Takes a byte for each entry, dead ones included: 1 when the track fails the attribute filters, which the host judges.
 * Decides anew for the tracks of which that changes.
 */
export function setFilteredOut(flags: usize): void {
  for (let track: u32 = 0; track < trackEnd; track++) {
    const isOut = load<u8>(flags + track) != 0;
    if (isOut == isFilteredOut(track) || !isAlive(track)) continue;
    markFilteredOut(track, isOut);
    refreshShownType(track);
  }
}

/** Decides for one track, after its pairs changed. */
export function refreshShownType(track: u32): void {
  setShownType(track, findShownType(track, true));
}

/** The type a track is shown under, or HIDDEN. */
export function findShownType(track: u32, obeyChecks: bool): u32 {
  if (isFilteredOut(track)) return HIDDEN;
  const pairs = pairsOf(track);
  let pair = <u32>sliceStart(pairs);
  const count = sliceLength(pairs);
  if (count == 0) return shownWithoutPairs(obeyChecks);
  if (hasHierarchy) return findInHierarchy(pair, pair + count, obeyChecks);
  const end = pair + (preventCascade ? 1 : count);
  for (; pair < end; pair++) {
    const type = pairType(pair);
    if (pairConfidence(pair) >= typeThreshold(type) && (!obeyChecks || isTypeChecked(type))) return type;
  }
  return HIDDEN;
}

/** Of the pairs from `first` to before `end`. */
function findInHierarchy(first: u32, end: u32, obeyChecks: bool): u32 {
  let head = first;
  while (head < end && !isReached(head)) {
    if (preventCascade) return HIDDEN;
    head++;
  }
  if (head == end) return HIDDEN;
  const deepest = descend(pairType(head), first, end, false);
  if (!obeyChecks || isTypeChecked(deepest)) return deepest;
  let above = HIDDEN;
  for (let pair = first; pair < end; pair++) {
    const type = pairType(pair);
    if (!isReached(pair) || !isTypeChecked(type) || !isTypeWithin(deepest, type)) continue;
    if (above == HIDDEN || isTypeWithin(type, above)) above = type;
  }
  if (above != HIDDEN || preventCascade) return above;
  for (let pair = head + 1; pair < end; pair++) {
    if (isReached(pair) && isTypeChecked(pairType(pair))) return descend(pairType(pair), first, end, true);
  }
  return HIDDEN;
}

/** From a type to those below it that are reached, the best one of each first. */
function descend(from: u32, first: u32, end: u32, obeyChecks: bool): u32 {
  let deepest = from;
  for (let pair = first; pair < end; pair++) {
    const type = pairType(pair);
    if (!isReached(pair) || (obeyChecks && !isTypeChecked(type))) continue;
    // Ones above `deepest` that come later are within `from`, but not within it.
    if (isTypeWithin(type, deepest)) deepest = type;
  }
  return deepest;
}

function isReached(pair: u32): bool {
  return pairConfidence(pair) >= typeThreshold(pairType(pair));
}

function shownWithoutPairs(obeyChecks: bool): u32 {
  const type = unknownType();
  return !obeyChecks || isTypeChecked(type) ? type : HIDDEN;
}

/** The index of the type `unknown`. */
export function unknownType(): u32 {
  return internType(unknownName, putText(unknownName, "unknown") - unknownName);
}
