/**
 * HOTA (Luiten et al. 2021): the geometric mean of detection and association accuracy, averaged over IoUs from 0.05 to
 * 0.95 in steps of 0.05. Boxes of a frame are matched for the largest sum of IoU times the agreement of the two tracks
 * over all frames, as in the authors' evaluation.
 */
import type { ComparedTracks, Overlap } from "./frames.ts";
import { matchOverlaps } from "./overlap-matching.ts";

export interface HotaMeasures {
  readonly hota: number;
  /** Detection and association accuracy, averaged over the same IoUs. */
  readonly detection: number;
  readonly association: number;
  /** Mean IoU of matched boxes, averaged over the same IoUs; 1 for an IoU without matches, 0 when a side is empty. */
  readonly localisation: number;
}

const alphas = Array.from({ length: 19 }, (_, step) => 0.05 * (step + 1));
/** IoUs are compared with alpha as in the authors' evaluation. */
const tolerance = Number.EPSILON;

export function measureHota({ truth, found, frames }: ComparedTracks): HotaMeasures {
  const truthCounts = truth.map((track) => track.frames.length);
  const foundCounts = found.map((track) => track.frames.length);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const [truthCount, foundCount] = [sum(truthCounts), sum(foundCounts)];
  if (truthCount === 0 || foundCount === 0) return { hota: 0, detection: 0, association: 0, localisation: 0 };
  // A pair of tracks as one number: text keys are several times slower.
  const keyOf = (a: number, b: number): number => a * found.length + b;
  const agreement = agreements(frames, keyOf);
  /** By pair of tracks: the number of frames, by how many alphas the IoU reaches. */
  const counts = new Map<number, Uint32Array>();
  const ious = new Float64Array(alphas.length + 1);
  const weightOf = ({ truth: a, found: b, iou }: Overlap): number => {
    const shared = agreement.get(keyOf(a, b)) ?? 0;
    return iou * (shared / (truthCounts[a]! + foundCounts[b]! - shared));
  };
  for (const { overlaps } of frames) {
    for (const { truth: a, found: b, iou } of matchOverlaps(overlaps, weightOf)) {
      const key = keyOf(a, b);
      let own = counts.get(key);
      if (own === undefined) counts.set(key, (own = new Uint32Array(alphas.length + 1)));
      const reached = alphas.findLastIndex((alpha) => iou >= alpha - tolerance) + 1;
      own[reached]!++;
      ious[reached]! += iou;
    }
  }
  const parts = alphas.map((_, step) => {
    let [right, associated, overlap] = [0, 0, 0];
    for (let reached = step + 1; reached <= alphas.length; reached++) overlap += ious[reached]!;
    for (const [key, own] of counts) {
      let count = 0;
      for (let reached = step + 1; reached <= alphas.length; reached++) count += own[reached]!;
      right += count;
      const [a, b] = [Math.floor(key / found.length), key % found.length];
      associated += count * (count / (truthCounts[a]! + foundCounts[b]! - count));
    }
    const detection = right / (truthCount + foundCount - right);
    const association = right === 0 ? 0 : associated / right;
    // Without matches, localization is 1, as in the authors' evaluation.
    const localisation = right === 0 ? 1 : overlap / right;
    return { detection, association, localisation, hota: Math.sqrt(detection * association) };
  });
  const mean = (read: (part: (typeof parts)[number]) => number): number => sum(parts.map(read)) / parts.length;
  return {
    hota: mean((p) => p.hota),
    detection: mean((p) => p.detection),
    association: mean((p) => p.association),
    localisation: mean((p) => p.localisation),
  };
}

/** The share of each pair in the IoUs of either track, over all frames. */
function agreements(
  frames: ComparedTracks["frames"],
  keyOf: (a: number, b: number) => number,
): ReadonlyMap<number, number> {
  const shared = new Map<number, number>();
  for (const { overlaps } of frames) {
    const [own, other] = [new Map<number, number>(), new Map<number, number>()];
    for (const { truth, found, iou } of overlaps) {
      own.set(truth, (own.get(truth) ?? 0) + iou);
      other.set(found, (other.get(found) ?? 0) + iou);
    }
    for (const { truth, found, iou } of overlaps) {
      const share = iou / (own.get(truth)! + other.get(found)! - iou);
      const key = keyOf(truth, found);
      shared.set(key, (shared.get(key) ?? 0) + share);
    }
  }
  return shared;
}
