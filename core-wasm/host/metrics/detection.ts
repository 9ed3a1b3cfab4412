/** Precision, recall and confusion of types, at one IoU: boxes of a frame are matched for the largest sum of IoU. */
import type { ComparedTracks, Overlap } from "./frames.ts";
import { atLeast, iouOf, matchOverlaps } from "./overlap-matching.ts";

export interface DetectionMeasures {
  readonly matched: number;
  /** Boxes of the truth without a match. */
  readonly missed: number;
  /** Found boxes without a match. */
  readonly wrong: number;
  /** Matched boxes divided by found boxes; 0 when none was found. */
  readonly precision: number;
  /** Matched boxes divided by boxes of the truth. */
  readonly recall: number;
  readonly f1: number;
}

export interface Confusion {
  readonly types: readonly string[];
  /** By type of the truth, then by type found; the last of both is "none". */
  readonly counts: readonly (readonly number[])[];
}

/** Pass the result of `onlySameTypes` if types must match. */
export function measureDetections({ frames }: ComparedTracks, minIou: number): DetectionMeasures {
  let [matched, truth, found] = [0, 0, 0];
  for (const frame of frames) {
    matched += matchFrame(frame.overlaps, minIou).length;
    truth += frame.truth.length;
    found += frame.found.length;
  }
  const precision = ratio(matched, found);
  const recall = ratio(matched, truth);
  const f1 = ratio(2 * matched, truth + found);
  return { matched, missed: truth - matched, wrong: found - matched, precision, recall, f1 };
}

/** Boxes of different types may be matched here. */
export function confuseTypes({ truth, found, frames }: ComparedTracks, minIou: number): Confusion {
  const types = [...new Set([...truth, ...found].map(({ type }) => type))].toSorted((a, b) => (a < b ? -1 : 1));
  const place = new Map(types.map((type, index) => [type, index]));
  const none = types.length;
  const counts = Array.from({ length: none + 1 }, () => Array.from({ length: none + 1 }, () => 0));
  const add = (row: number | undefined, column: number | undefined, by = 1): void => {
    counts[row ?? none]![column ?? none]! += by;
  };
  for (const frame of frames) {
    const pairs = matchFrame(frame.overlaps, minIou);
    const [own, other] = [new Set(pairs.map((pair) => pair.truth)), new Set(pairs.map((pair) => pair.found))];
    for (const pair of pairs) add(place.get(truth[pair.truth]!.type), place.get(found[pair.found]!.type));
    for (const index of frame.truth) if (!own.has(index)) add(place.get(truth[index]!.type), undefined);
    for (const index of frame.found) if (!other.has(index)) add(undefined, place.get(found[index]!.type));
  }
  return { types, counts };
}

export function matchFrame(overlaps: readonly Overlap[], minIou: number): readonly Overlap[] {
  return matchOverlaps(atLeast(overlaps, minIou), iouOf);
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
