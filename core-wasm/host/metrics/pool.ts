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
 * @param frameCounts of each pair, if known: boxes after its last frame are left out
 */
export function poolPairs(
  pairs: readonly ScoredPair[],
  params: ScoringParams,
  frameCounts: readonly number[] = [],
): PooledTracks {
  const nameOf = classNamer(params);
  const [truth, found, guesses]: [TrackBoxes[], TrackBoxes[], TrackBoxes[]] = [[], [], []];
  const marks = new Map<TrackBoxes, { readonly own: NonNullable<ScoredTrack["marks"]>; readonly from: number }>();
  const offsets: number[] = [];
  let offset = 0;
  for (const [at, pair] of pairs.entries()) {
    offsets.push(offset);
    const from = offset;
    const count = frameCounts[at];
    const placed = (track: ScoredTrack): TrackBoxes => {
      const { id, confidence, bounds } = track;
      offset = Math.max(offset, from + track.frames.at(-1)! + 1);
      const frames = from === 0 ? track.frames : track.frames.map((frame) => frame + from);
      const own = { id, type: nameOf(track.type), confidence, frames, bounds };
      if (track.marks !== undefined) marks.set(own, { own: track.marks, from });
      return own;
    };
    for (const track of before(pair.truth, count)) if (track.frames.length > 0) truth.push(placed(track));
    for (const track of before(pair.computed, count)) {
      if (track.frames.length === 0) continue;
      const own = placed(track);
      if (own.confidence >= params.confidenceThreshold) found.push(own);
      for (const guess of guessesOf(own, track.pairs ?? [], nameOf, params.confidenceThreshold)) {
        guesses.push(guess);
        if (track.marks !== undefined) marks.set(guess, { own: track.marks, from });
      }
    }
    if (count !== undefined) offset = from + count;
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

/** Without boxes from the frame on. */
function before(tracks: readonly ScoredTrack[], end: number | undefined): readonly ScoredTrack[] {
  if (end === undefined) return tracks;
  return tracks.map((track) => {
    const first = track.frames.findIndex((frame) => frame >= end);
    if (first < 0) return track;
    return { ...track, frames: track.frames.subarray(0, first), bounds: track.bounds.subarray(0, first * 4) };
  });
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
