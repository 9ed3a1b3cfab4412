/**
 * How good tracks are, against tracks that are known: HOTA (J. Luiten et al., IJCV 2021) and IDF1 (E. Ristani et al., ECCV
 * workshops 2016).
 */
import { type Bounds, overlapOf } from "#vision/bounds";
import { assign } from "../../server/adapters/builtin/tracking/assignment.ts";

export interface FrameBox {
  readonly frame: number;
  readonly bounds: Bounds;
}
export type BoxTrack = readonly FrameBox[];

type ByFrame = Map<number, { id: number; bounds: Bounds }[]>;

function byFrame(tracks: readonly BoxTrack[]): ByFrame {
  const found: ByFrame = new Map();
  tracks.forEach((track, id) => {
    for (const { frame, bounds } of track) found.set(frame, [...(found.get(frame) ?? []), { id, bounds }]);
  });
  return found;
}

const lengthOf = (tracks: readonly BoxTrack[]): number => tracks.reduce((sum, track) => sum + track.length, 0);

/** 0 to 1: detection and association together, over how exactly boxes have to fit. */
export function hota(truth: readonly BoxTrack[], found: readonly BoxTrack[]): number {
  const [real, made] = [byFrame(truth), byFrame(found)];
  // How much two tracks have in common as a whole decides who is paired with whom on a frame.
  const potential = truth.map(() => new Float64Array(found.length));
  for (const [frame, ours] of real) {
    for (const a of ours) {
      for (const b of made.get(frame) ?? []) {
        const row = potential[a.id] as Float64Array;
        row[b.id] = (row[b.id] as number) + overlapOf(a.bounds, b.bounds);
      }
    }
  }
  const common = (a: number, b: number): number => {
    const shared = (potential[a] as Float64Array)[b] as number;
    return shared / ((truth[a] as BoxTrack).length + (found[b] as BoxTrack).length - shared);
  };
  const exactness = Array.from({ length: 19 }, (_, n) => (n + 1) * 0.05);
  const scores = exactness.map((least) => {
    const pairs = truth.map(() => new Int32Array(found.length));
    let hits = 0;
    for (const [frame, ours] of real) {
      const theirs = made.get(frame) ?? [];
      const costs = ours.map((a) =>
        Float64Array.from(theirs, (b) => {
          const overlap = overlapOf(a.bounds, b.bounds);
          return overlap < least ? Infinity : 1 - common(a.id, b.id) * overlap;
        }),
      );
      assign(costs, theirs.length, 1).forEach((column, row) => {
        const b = theirs[column];
        if (b === undefined) return;
        hits++;
        const counts = pairs[(ours[row] as { id: number }).id] as Int32Array;
        counts[b.id] = (counts[b.id] as number) + 1;
      });
    }
    let association = 0;
    pairs.forEach((counts, a) =>
      counts.forEach((count, b) => {
        const all = (truth[a] as BoxTrack).length + (found[b] as BoxTrack).length - count;
        association += count * (count / all);
      }),
    );
    const detection = hits / (lengthOf(truth) + lengthOf(found) - hits);
    return hits === 0 ? 0 : Math.sqrt(detection * (association / hits));
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** 0 to 1: boxes that are in the right track, when each known track is one of those found. */
export function idf1(truth: readonly BoxTrack[], found: readonly BoxTrack[]): number {
  const made = byFrame(found);
  const shared = truth.map((track) => {
    const counts = new Float64Array(found.length);
    for (const { frame, bounds } of track) {
      for (const b of made.get(frame) ?? []) {
        if (overlapOf(bounds, b.bounds) >= 0.5) counts[b.id] = (counts[b.id] as number) + 1;
      }
    }
    return counts;
  });
  const most = Math.max(1, ...shared.flatMap((counts) => [...counts]));
  const columns = assign(
    shared.map((counts) => counts.map((count) => most - count)),
    found.length,
    most,
  );
  const right = shared.reduce((sum, counts, row) => sum + (counts[columns[row] ?? -1] ?? 0), 0);
  return (2 * right) / (lengthOf(truth) + lengthOf(found));
}

/** The simplest tracker there is, to compare with: each detection continues the track that it overlaps most. */
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
