/**
 * HOTA (Luiten et al. 2021): the geometric mean of detection and association accuracy, averaged over IoUs from 0.05 to
 * 0.95 in steps of 0.05. Boxes of a frame are matched for the largest sum of IoU times the agreement of the two tracks
 * over all frames, as in the authors' evaluation.
 */
import type { ComparedTracks } from "./frames.ts";
import { FrameMatcher } from "./overlap-matching.ts";

export interface HotaMeasures {
  readonly hota: number;
  /** Detection and association accuracy, averaged over the same IoUs. */
  readonly detection: number;
  readonly association: number;
  /** Mean IoU of matched boxes, averaged over the same IoUs; 1 for an IoU without matches, 0 when a side is empty. */
  readonly localisation: number;
}

const alphas = Array.from({ length: 19 }, (_, step) => 0.05 * (step + 1));
/** A pair of boxes can reach none of the alphas, or up to all. */
const steps = alphas.length + 1;
/** IoUs are compared with alpha as in the authors' evaluation. */
const tolerance = Number.EPSILON;

export function measureHota(compared: ComparedTracks): HotaMeasures {
  const { truth, found, frames, overlaps } = compared;
  const truthCounts = truth.map((track) => track.frames.length);
  const foundCounts = found.map((track) => track.frames.length);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const [truthCount, foundCount] = [sum(truthCounts), sum(foundCounts)];
  if (truthCount === 0 || foundCount === 0) return { hota: 0, detection: 0, association: 0, localisation: 0 };
  const pairs = numberPairs(compared);
  const shared = agreements(compared, pairs);
  /** By pair of tracks: the number of frames, by how many alphas the IoU reaches. */
  const counts = new Uint32Array(pairs.count * steps);
  const ious = new Float64Array(steps);
  const weightOf = (at: number): number => {
    const agreement = shared[pairs.of[at]!]!;
    const either = truthCounts[overlaps.truth[at]!]! + foundCounts[overlaps.found[at]!]! - agreement;
    return overlaps.ious[at]! * (agreement / either);
  };
  const matcher = new FrameMatcher(compared);
  for (let n = 0; n < frames.length; n++) {
    const matched = matcher.match(n, 0, weightOf);
    for (let match = 0; match < matched.length; match++) {
      const at = matched[match]!;
      const iou = overlaps.ious[at]!;
      let reached = alphas.length;
      while (reached > 0 && iou < alphas[reached - 1]! - tolerance) reached--;
      counts[pairs.of[at]! * steps + reached]!++;
      ious[reached]! += iou;
    }
  }
  const parts = alphas.map((_, step) => {
    let [right, associated, overlap] = [0, 0, 0];
    for (let reached = step + 1; reached <= alphas.length; reached++) overlap += ious[reached]!;
    for (let pair = 0; pair < pairs.count; pair++) {
      let count = 0;
      for (let reached = step + 1; reached <= alphas.length; reached++) count += counts[pair * steps + reached]!;
      right += count;
      const first = pairs.first[pair]!;
      const either = truthCounts[overlaps.truth[first]!]! + foundCounts[overlaps.found[first]!]! - count;
      if (count > 0) associated += count * (count / either);
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

interface NumberedPairs {
  readonly count: number;
  /** By overlap: the number of its pair of tracks. */
  readonly of: Uint32Array;
  /** By pair: its first overlap. */
  readonly first: readonly number[];
}

function numberPairs({ found: tracks, overlaps: { truth, found } }: ComparedTracks): NumberedPairs {
  const of = new Uint32Array(truth.length);
  const first: number[] = [];
  // A pair of tracks as one number: text keys are several times slower.
  const numberOf = new Map<number, number>();
  for (let at = 0; at < of.length; at++) {
    const key = truth[at]! * tracks.length + found[at]!;
    let number = numberOf.get(key);
    if (number === undefined) numberOf.set(key, (number = first.push(at) - 1));
    of[at] = number;
  }
  return { count: first.length, of, first };
}

/** The share of each pair in the IoUs of either track, over all frames. */
function agreements({ truth, found, frames, overlaps }: ComparedTracks, { count, of }: NumberedPairs): Float64Array {
  const shared = new Float64Array(count);
  /** By track: the sum of its IoUs on the frame. */
  const [own, other] = [new Float64Array(truth.length), new Float64Array(found.length)];
  for (let n = 0; n < frames.length; n++) {
    const [from, end] = [overlaps.starts[n]!, overlaps.starts[n + 1]!];
    for (let at = from; at < end; at++) own[overlaps.truth[at]!] = other[overlaps.found[at]!] = 0;
    for (let at = from; at < end; at++) {
      own[overlaps.truth[at]!]! += overlaps.ious[at]!;
      other[overlaps.found[at]!]! += overlaps.ious[at]!;
    }
    for (let at = from; at < end; at++) {
      const iou = overlaps.ious[at]!;
      shared[of[at]!]! += iou / (own[overlaps.truth[at]!]! + other[overlaps.found[at]!]! - iou);
    }
  }
  return shared;
}
