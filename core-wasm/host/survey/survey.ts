/**
 * Counts with error bars: draws the frames of a survey by the scores of the computed tracks, and estimates the numbers of
 * all frames from those that the truth covers.
 */
import type { Scoring } from "#schemas";
import type { ComparedTracks } from "../metrics/frames.ts";
import { matchFrames } from "../metrics/overlap-matching.ts";
import type { TrackBoxes } from "../types.ts";
import { drawSurvey, type Stratum, type SurveyFrame } from "./draw.ts";
import { estimateSurvey, type SurveyedFrame } from "./estimate.ts";

export interface DrawnSurvey {
  readonly frames: number;
  readonly strata: readonly Stratum[];
  /** Whether people are asked to look at a frame, by its number. */
  readonly isDrawn: Uint8Array;
}

/**
 * @param found computed tracks; their frames are counted over all pairs
 * @param frames how many there are
 */
export function drawFrames(
  found: readonly TrackBoxes[],
  frames: number,
  { size, seed }: { readonly size: number; readonly seed: number },
): DrawnSurvey {
  const list = Array.from({ length: frames }, (): SurveyFrame => ({ score: 0, hasBoxes: false }));
  for (const { frames: own, confidence } of found)
    for (const frame of own) {
      if (frame < frames) list[frame] = { score: list[frame]!.score + Math.max(0, confidence), hasBoxes: true };
    }
  const strata = drawSurvey(list, size, seed);
  const isDrawn = new Uint8Array(frames);
  for (const { order, drawn } of strata) for (const frame of order.subarray(0, drawn)) isDrawn[frame] = 1;
  return { frames, strata, isDrawn };
}

/**
 * The boxes on drawn frames. Tracks without any are left out.
 * @param sources gets the track that each shortened one is a part of
 */
export function onDrawn(
  tracks: readonly TrackBoxes[],
  { isDrawn }: DrawnSurvey,
  sources: Map<TrackBoxes, TrackBoxes>,
): readonly TrackBoxes[] {
  return tracks.flatMap((track) => {
    const places = [...track.frames.keys()].filter((at) => isDrawn[track.frames[at]!] === 1);
    if (places.length === track.frames.length) return [track];
    if (places.length === 0) return [];
    const bounds = Float64Array.from(places.flatMap((at) => [...track.bounds.subarray(at * 4, at * 4 + 4)]));
    const part = { ...track, frames: Uint32Array.from(places, (at) => track.frames[at]!), bounds };
    sources.set(part, track);
    return [part];
  });
}

type SurveyRow = NonNullable<Scoring["survey"]>["rows"][number];

/**
 * @param found computed tracks on all frames
 * @param compared both sides on drawn frames; pairs of different types are absent if types must match
 * @param types rows in addition to the one for all
 */
export function estimateRows(
  { frames, strata }: DrawnSurvey,
  found: readonly TrackBoxes[],
  compared: ComparedTracks,
  { minIou, types }: { readonly minIou: number; readonly types: readonly string[] },
): SurveyRow[] {
  const { truthBoxes, overlaps } = compared;
  const matches = matchFrames(compared, minIou);
  return [undefined, ...types].map((type): SurveyRow => {
    const isOf = (track: TrackBoxes | undefined): boolean => type === undefined || track?.type === type;
    const computed = new Uint32Array(frames);
    for (const track of found) if (isOf(track)) for (const frame of track.frames) computed[frame]!++;
    const seen = new Map<number, SurveyedFrame>();
    const isMatchOf = (at: number): boolean =>
      isOf(compared.truth[overlaps.truth[at]!]) && isOf(compared.found[overlaps.found[at]!]);
    for (const [n, frame] of compared.frames.entries()) {
      const truth = truthBoxes.tracks.subarray(truthBoxes.starts[n], truthBoxes.starts[n + 1]);
      const pairs = matches.overlaps.subarray(matches.starts[n], matches.starts[n + 1]);
      seen.set(frame, {
        truth: truth.filter((index) => isOf(compared.truth[index])).length,
        computed: computed[frame]!,
        matched: pairs.filter(isMatchOf).length,
      });
    }
    const estimate = estimateSurvey(
      strata.map(({ order, drawn }) => ({
        frames: order.length,
        computed: order.reduce((sum, frame) => sum + computed[frame]!, 0),
        seen: Array.from(
          order.subarray(0, drawn),
          (frame) => seen.get(frame) ?? { truth: 0, computed: computed[frame]!, matched: 0 },
        ),
      })),
    );
    const { count, precision, recall } = estimate;
    return {
      ...(type !== undefined && { type }),
      count,
      ...(precision !== undefined && { precision }),
      ...(recall !== undefined && { recall }),
    };
  });
}
