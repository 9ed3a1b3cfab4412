/**
 * The best matching of the boxes of one frame. A scoring does this for every frame many times, and most boxes overlap no
 * second one: those are matched without an object for each pair.
 */
import { matchBest } from "./assignment.ts";
import type { Overlap } from "./frames.ts";

export const iouOf = ({ iou }: Overlap): number => iou;

/** Returns the list itself if all overlaps reach the IoU. */
export function atLeast(overlaps: readonly Overlap[], minIou: number): readonly Overlap[] {
  return overlaps.every(({ iou }) => iou >= minIou) ? overlaps : overlaps.filter(({ iou }) => iou >= minIou);
}

/** @param weightOf above 0; only asked where several overlaps compete for a box */
export function matchOverlaps(
  overlaps: readonly Overlap[],
  weightOf: (overlap: Overlap) => number,
): readonly Overlap[] {
  if (overlaps.length < 2) return overlaps;
  let [maxTruth, maxFound] = [0, 0];
  for (const { truth, found } of overlaps) {
    if (truth > maxTruth) maxTruth = truth;
    if (found > maxFound) maxFound = found;
  }
  if (maxTruth >= usesOfTruth.length) usesOfTruth = new Uint32Array(maxTruth * 2);
  if (maxFound >= usesOfFound.length) usesOfFound = new Uint32Array(maxFound * 2);
  let hasRivals = false;
  for (const { truth, found } of overlaps) {
    if (++usesOfTruth[truth]! > 1) hasRivals = true;
    if (++usesOfFound[found]! > 1) hasRivals = true;
  }
  const isFree = ({ truth, found }: Overlap): boolean => usesOfTruth[truth] === 1 && usesOfFound[found] === 1;
  const free = hasRivals ? overlaps.filter(isFree) : overlaps;
  const rivals = hasRivals ? overlaps.filter((overlap) => !isFree(overlap)) : [];
  for (const { truth, found } of overlaps) usesOfTruth[truth] = usesOfFound[found] = 0;
  if (rivals.length === 0) return free;
  const matched = matchBest(
    rivals.map((overlap) => ({ a: overlap.truth, b: overlap.found, weight: weightOf(overlap), overlap })),
  );
  return [...free, ...matched.map(({ overlap }) => overlap)];
}

/** How many overlaps contain each position; all 0 between two calls. */
let usesOfTruth = new Uint32Array(1024);
let usesOfFound = new Uint32Array(1024);
