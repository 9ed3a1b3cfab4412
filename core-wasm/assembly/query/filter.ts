/**
 * Which tracks are shown, and under which type: that of the first confidence pair, best first, that reaches the
 * threshold of its type and whose type is checked. With `preventCascade` only the best pair counts. A track without
 * pairs is shown under the type `unknown`, as an import would name it.
 *
 * With a type hierarchy, it is the deepest type below that pair's type that reaches its threshold. If that one is not
 * checked, the nearest ancestor that the track has is used, and only then another pair. A track that fails the
 * attribute filters is not shown.
 */
import { pairConfidence, pairType } from "../columns/pairs";
import {
  HIDDEN,
  idOf,
  isAlive,
  isFilteredOut,
  markFilteredOut,
  pairsOf,
  setShownType,
  shownTypeOf,
  trackAt,
  trackCount,
  trackEnd,
} from "../columns/tracks";
import { hasHierarchy, internType, isTypeChecked, isTypeWithin, preventsCascade, shownRules, typeThreshold } from "../columns/types";
import { putText } from "../memory/bytes";
import { sliceLength, sliceStart } from "../memory/slice";

const unknownName: usize = memory.data(16);

/** Re-evaluates every track; returns how many are shown. */
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
 * Takes one byte per entry, dead ones included: 1 when the track fails the attribute filters, which the host evaluates.
 * Re-evaluates the tracks whose byte changes.
 */
export function setFilteredOut(flags: usize): void {
  for (let track: u32 = 0; track < trackEnd; track++) {
    const isOut = load<u8>(flags + track) != 0;
    if (isOut == isFilteredOut(track) || !isAlive(track)) continue;
    markFilteredOut(track, isOut);
    refreshShownType(track);
  }
}

/** Re-evaluates one track after its pairs changed. */
export function refreshShownType(track: u32): void {
  setShownType(track, findShownType(track, true));
}

/** The type under which a track is shown, or HIDDEN. */
export function findShownType(track: u32, obeyChecks: bool): u32 {
  return isFilteredOut(track) ? HIDDEN : typeByRules(track, shownRules, obeyChecks);
}

/**
 * Runs another filter without changing what is shown: writes id and type (u32 each) of the tracks that pass it, by
 * ascending id, to `target`, which must have room for all tracks. Returns how many pass. `isOut` is as for
 * `setFilteredOut`; the rules must have room for one more type, since a track without pairs may add `unknown`.
 */
export function selectTracks(target: usize, rules: usize, isOut: usize): u32 {
  let p = target;
  for (let position: u32 = 0; position < trackCount; position++) {
    const track = trackAt(position);
    if (load<u8>(isOut + track) != 0) continue;
    const type = typeByRules(track, rules, true);
    if (type == HIDDEN) continue;
    store<u32>(p, idOf(track));
    store<u32>(p, type, 4);
    p += 8;
  }
  return <u32>((p - target) >> 3);
}

function typeByRules(track: u32, rules: usize, obeyChecks: bool): u32 {
  const pairs = pairsOf(track);
  let pair = <u32>sliceStart(pairs);
  const count = sliceLength(pairs);
  if (count == 0) return typeWithoutPairs(rules, obeyChecks);
  if (hasHierarchy(rules)) return findInHierarchy(rules, pair, pair + count, obeyChecks);
  const end = pair + (preventsCascade(rules) ? 1 : count);
  for (; pair < end; pair++) {
    const type = pairType(pair);
    if (isReached(rules, pair) && (!obeyChecks || isTypeChecked(rules, type))) return type;
  }
  return HIDDEN;
}

/** Considers the pairs from `first` up to but not including `end`. */
function findInHierarchy(rules: usize, first: u32, end: u32, obeyChecks: bool): u32 {
  const preventCascade = preventsCascade(rules);
  let head = first;
  while (head < end && !isReached(rules, head)) {
    if (preventCascade) return HIDDEN;
    head++;
  }
  if (head == end) return HIDDEN;
  const deepest = descend(rules, pairType(head), first, end, false);
  if (!obeyChecks || isTypeChecked(rules, deepest)) return deepest;
  let above = HIDDEN;
  for (let pair = first; pair < end; pair++) {
    const type = pairType(pair);
    if (!isReached(rules, pair) || !isTypeChecked(rules, type) || !isTypeWithin(rules, deepest, type)) continue;
    if (above == HIDDEN || isTypeWithin(rules, type, above)) above = type;
  }
  if (above != HIDDEN || preventCascade) return above;
  for (let pair = head + 1; pair < end; pair++) {
    const type = pairType(pair);
    if (isReached(rules, pair) && isTypeChecked(rules, type)) return descend(rules, type, first, end, true);
  }
  return HIDDEN;
}

/** Descends from a type to those below it that reach their threshold, the best one at each level first. */
function descend(rules: usize, from: u32, first: u32, end: u32, obeyChecks: bool): u32 {
  let deepest = from;
  for (let pair = first; pair < end; pair++) {
    const type = pairType(pair);
    if (!isReached(rules, pair) || (obeyChecks && !isTypeChecked(rules, type))) continue;
    // Ones above `deepest` that come later are within `from`, but not within it.
    if (isTypeWithin(rules, type, deepest)) deepest = type;
  }
  return deepest;
}

function isReached(rules: usize, pair: u32): bool {
  return pairConfidence(pair) >= typeThreshold(rules, pairType(pair));
}

function typeWithoutPairs(rules: usize, obeyChecks: bool): u32 {
  const type = unknownType();
  return !obeyChecks || isTypeChecked(rules, type) ? type : HIDDEN;
}

/** The index of the type `unknown`. */
export function unknownType(): u32 {
  return internType(unknownName, putText(unknownName, "unknown") - unknownName);
}
