/** Several pairs of computed tracks and truth as one: frames of one pair come after those of another. */
import type { TrackBoxes } from "../types.ts";
import { classNamer, type ScoringParams } from "./scoring-params.ts";

export interface ScoredPair {
  readonly computed: readonly TrackBoxes[];
  readonly truth: readonly TrackBoxes[];
}

export interface PooledTracks {
  readonly truth: readonly TrackBoxes[];
  readonly found: readonly TrackBoxes[];
  /** Which pair a frame of the pool is of, and its number there. */
  placeOf(frame: number): { readonly pair: number; readonly frame: number };
}

/** Tracks without boxes, and computed ones below the confidence, are left out; types are named as they count. */
export function poolPairs(pairs: readonly ScoredPair[], params: ScoringParams): PooledTracks {
  const nameOf = classNamer(params);
  const [truth, found]: [TrackBoxes[], TrackBoxes[]] = [[], []];
  const offsets: number[] = [];
  let offset = 0;
  for (const pair of pairs) {
    offsets.push(offset);
    const from = offset;
    const placed = (track: TrackBoxes): TrackBoxes => {
      offset = Math.max(offset, from + track.frames.at(-1)! + 1);
      const frames = from === 0 ? track.frames : track.frames.map((frame) => frame + from);
      return { ...track, type: nameOf(track.type), frames };
    };
    for (const track of pair.truth) if (track.frames.length > 0) truth.push(placed(track));
    for (const track of pair.computed)
      if (track.frames.length > 0 && track.confidence >= params.confidenceThreshold) found.push(placed(track));
  }
  return {
    truth,
    found,
    placeOf: (frame) => {
      const pair = offsets.findLastIndex((first) => first <= frame);
      return { pair, frame: frame - offsets[pair]! };
    },
  };
}
