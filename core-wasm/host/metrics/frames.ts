/** Both sides frame by frame: which tracks are there, and how much their boxes overlap. */
import { boundsIou } from "../queries/iou.ts";
import type { Bounds, TrackBoxes } from "../types.ts";

/** Positions in the lists of tracks. */
export interface Overlap {
  readonly truth: number;
  readonly found: number;
  /** Above 0. */
  readonly iou: number;
  readonly isSameType: boolean;
}

export interface ComparedFrame {
  readonly frame: number;
  readonly truth: readonly number[];
  readonly found: readonly number[];
  readonly overlaps: readonly Overlap[];
}

export interface ComparedTracks {
  readonly truth: readonly TrackBoxes[];
  readonly found: readonly TrackBoxes[];
  /** Those that have a box of either side, ascending. */
  readonly frames: readonly ComparedFrame[];
}

interface Placed {
  readonly index: number;
  readonly bounds: Bounds;
}

export function compareFrames(truth: readonly TrackBoxes[], found: readonly TrackBoxes[]): ComparedTracks {
  const sides = [byFrame(truth), byFrame(found)] as const;
  const numbers = [...new Set(sides.flatMap((side) => [...side.keys()]))].toSorted((a, b) => a - b);
  const frames = numbers.map((frame): ComparedFrame => {
    const [own, other] = [sides[0].get(frame) ?? [], sides[1].get(frame) ?? []];
    const overlaps = own.flatMap((a) =>
      other.flatMap((b) => {
        const iou = boundsIou(a.bounds, b.bounds);
        const isSameType = truth[a.index]?.type === found[b.index]?.type;
        return iou > 0 ? [{ truth: a.index, found: b.index, iou, isSameType }] : [];
      }),
    );
    return { frame, truth: own.map(({ index }) => index), found: other.map(({ index }) => index), overlaps };
  });
  return { truth, found, frames };
}

/** Pairs of different types do not exist any more. */
export function onlySameTypes({ truth, found, frames }: ComparedTracks): ComparedTracks {
  return {
    truth,
    found,
    frames: frames.map((frame) => ({ ...frame, overlaps: frame.overlaps.filter(({ isSameType }) => isSameType) })),
  };
}

function byFrame(tracks: readonly TrackBoxes[]): Map<number, Placed[]> {
  const frames = new Map<number, Placed[]>();
  for (const [index, track] of tracks.entries()) {
    for (const [at, frame] of track.frames.entries()) {
      const bounds = track.bounds.subarray(at * 4, at * 4 + 4) as unknown as Bounds;
      const known = frames.get(frame);
      if (known === undefined) frames.set(frame, [{ index, bounds }]);
      else known.push({ index, bounds });
    }
  }
  return frames;
}
