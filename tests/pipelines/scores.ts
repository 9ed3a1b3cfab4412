/**
 * Accuracy of tracks against ground truth: HOTA (J. Luiten et al., IJCV 2021) and IDF1 (E. Ristani et al., ECCV
 * workshops 2016).
 */
import type { TrackBoxes, TrackId } from "#core";
import { type ComparedTracks, compareFrames } from "#core/metrics/frames";
import { measureHota } from "#core/metrics/hota";
import { measureIdentity } from "#core/metrics/identity";
import { type Bounds, overlapOf } from "#vision/bounds";

export interface FrameBox {
  readonly frame: number;
  readonly bounds: Bounds;
}
export type BoxTrack = readonly FrameBox[];

/** 0 to 1: HOTA as measured by the core (core-wasm/host/metrics). */
export const hota = (truth: readonly BoxTrack[], found: readonly BoxTrack[]): number =>
  measureHota(compare(truth, found)).hota;

/** 0 to 1: boxes in the right track, if each true track is matched with one of those found. */
export const idf1 = (truth: readonly BoxTrack[], found: readonly BoxTrack[]): number =>
  measureIdentity(compare(truth, found)).idf1;

const compare = (truth: readonly BoxTrack[], found: readonly BoxTrack[]): ComparedTracks =>
  compareFrames(truth.map(toTrackBoxes), found.map(toTrackBoxes));

function toTrackBoxes(track: BoxTrack, id: number): TrackBoxes {
  return {
    id: id as TrackId,
    type: "object",
    confidence: 1,
    frames: Uint32Array.from(track, ({ frame }) => frame),
    bounds: Float64Array.from(track.flatMap(({ bounds: { x1, y1, x2, y2 } }) => [x1, y1, x2, y2])),
  };
}

/** The simplest tracker, for comparison: each detection continues the track that it overlaps most. */
export function greedyTracks(frames: readonly { frame: number; boxes: readonly Bounds[] }[]): FrameBox[][] {
  const tracks: FrameBox[][] = [];
  let live: FrameBox[][] = [];
  for (const { frame, boxes } of frames) {
    const left = new Set(boxes);
    const next: FrameBox[][] = [];
    for (const track of live) {
      const last = track.at(-1) as FrameBox;
      const best = [...left].sort((a, b) => overlapOf(b, last.bounds) - overlapOf(a, last.bounds))[0];
      if (best === undefined || overlapOf(best, last.bounds) < 0.3) continue;
      left.delete(best);
      track.push({ frame, bounds: best });
      next.push(track);
    }
    for (const bounds of left) {
      const track = [{ frame, bounds }];
      tracks.push(track);
      next.push(track);
    }
    live = next;
  }
  return tracks;
}
