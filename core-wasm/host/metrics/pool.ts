/** Pools several pairs of computed tracks and truth: the frames of each pair come after those of the previous one. */
import type { ConfidencePair, DetectionMarks, FrameNumber, TrackBoxes } from "../types.ts";
import { classNamer, type ScoringParams } from "./scoring-params.ts";

/** A track with the other data that are compared. */
export interface ScoredTrack extends TrackBoxes {
  /** By frame; absent: none. */
  readonly marks?: ReadonlyMap<FrameNumber, DetectionMarks>;
  /** All pairs, best first; absent: at most one. */
  readonly pairs?: readonly ConfidencePair[];
}

export interface ScoredPair {
  readonly computed: readonly ScoredTrack[];
  readonly truth: readonly ScoredTrack[];
}

/** Marks of a track of the pool, or of a part of it, on a frame of the pool. */
export type MarksOf = (track: TrackBoxes, frame: number) => DetectionMarks | undefined;

export interface PooledTracks {
  readonly truth: readonly TrackBoxes[];
  readonly found: readonly TrackBoxes[];
  /**
   * Computed tracks, repeated for each type that they may have, with the confidence of that type. The same list if no
   * track has several types.
   */
  readonly guesses: readonly TrackBoxes[];
  readonly marksOf: MarksOf;
  /** Which pair a frame of the pool belongs to, and its number there. */
  placeOf(frame: number): { readonly pair: number; readonly frame: number };
}

/**
 * Leaves out tracks without boxes, and computed ones below the confidence; types are replaced with their canonical
 * names.
 */
export function poolPairs(pairs: readonly ScoredPair[], params: ScoringParams): PooledTracks {
  const nameOf = classNamer(params);
  const [truth, found, guesses]: [TrackBoxes[], TrackBoxes[], TrackBoxes[]] = [[], [], []];
  const marks = new Map<TrackBoxes, { readonly own: NonNullable<ScoredTrack["marks"]>; readonly from: number }>();
  const offsets: number[] = [];
  let offset = 0;
  for (const pair of pairs) {
    offsets.push(offset);
    const from = offset;
    const placed = (track: ScoredTrack): TrackBoxes => {
      const { id, confidence, bounds } = track;
      offset = Math.max(offset, from + track.frames.at(-1)! + 1);
      const frames = from === 0 ? track.frames : track.frames.map((frame) => frame + from);
      const own = { id, type: nameOf(track.type), confidence, frames, bounds };
      if (track.marks !== undefined) marks.set(own, { own: track.marks, from });
      return own;
    };
    for (const track of pair.truth) if (track.frames.length > 0) truth.push(placed(track));
    for (const track of pair.computed) {
      if (track.frames.length === 0) continue;
      const own = placed(track);
      if (own.confidence >= params.confidenceThreshold) found.push(own);
      guesses.push(...guessesOf(own, track.pairs ?? [], nameOf, params.confidenceThreshold));
    }
  }
  const isGuessing = !params.topClassOnly && guesses.length > found.length;
  return {
    truth,
    found,
    guesses: isGuessing ? guesses : found,
    marksOf: (track, frame) => {
      const known = marks.get(track);
      return known?.own.get((frame - known.from) as FrameNumber);
    },
    placeOf: (frame) => {
      const pair = offsets.findLastIndex((first) => first <= frame);
      return { pair, frame: frame - offsets[pair]! };
    },
  };
}

/** Types with the same canonical name get the highest of their confidences. */
function guessesOf(
  track: TrackBoxes,
  pairs: readonly ConfidencePair[],
  nameOf: (type: string) => string,
  min: number,
): readonly TrackBoxes[] {
  const sure = new Map([[track.type, track.confidence]]);
  for (const { type, confidence } of pairs) {
    const name = nameOf(type);
    sure.set(name, Math.max(confidence, sure.get(name) ?? 0));
  }
  return [...sure]
    .filter(([, confidence]) => confidence >= min)
    .map(([type, confidence]) => ({ ...track, type, confidence }));
}
