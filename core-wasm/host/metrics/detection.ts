/** Precision, recall and confusion of types, at one IoU: boxes of a frame are matched for the largest sum of IoU. */
import type { ComparedTracks } from "./frames.ts";
import { matchFrames } from "./overlap-matching.ts";

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
export function measureDetections(compared: ComparedTracks, minIou: number): DetectionMeasures {
  const matched = matchFrames(compared, minIou).overlaps.length;
  const [truth, found] = [compared.truthBoxes.tracks.length, compared.foundBoxes.tracks.length];
  const precision = ratio(matched, found);
  const recall = ratio(matched, truth);
  const f1 = ratio(2 * matched, truth + found);
  return { matched, missed: truth - matched, wrong: found - matched, precision, recall, f1 };
}

/** Boxes of different types may be matched here. */
export function confuseTypes(compared: ComparedTracks, minIou: number): Confusion {
  const { truth, found, overlaps, truthBoxes, foundBoxes } = compared;
  const types = [...new Set([...truth, ...found].map(({ type }) => type))].toSorted((a, b) => (a < b ? -1 : 1));
  const place = new Map(types.map((type, index) => [type, index]));
  const none = types.length;
  const counts = Array.from({ length: none + 1 }, () => Array.from({ length: none + 1 }, () => 0));
  const [own, other] = [truth, found].map((tracks) => Uint32Array.from(tracks, ({ type }) => place.get(type)!));
  // Every box without a match, then those with one moved to their pair of types.
  for (const track of truthBoxes.tracks) counts[own![track]!]![none]!++;
  for (const track of foundBoxes.tracks) counts[none]![other![track]!]!++;
  for (const at of matchFrames(compared, minIou).overlaps) {
    const [row, column] = [own![overlaps.truth[at]!]!, other![overlaps.found[at]!]!];
    counts[row]![none]!--;
    counts[none]![column]!--;
    counts[row]![column]!++;
  }
  return { types, counts };
}

function ratio(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}
