/** Both sides frame by frame: the tracks on each frame, and the overlaps of their boxes. */
import { rowsIou } from "../queries/iou.ts";
import type { TrackBoxes } from "../types.ts";

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
  /** Frames with a box of either side, ascending. */
  readonly frames: readonly ComparedFrame[];
}

/** The overlap of two boxes of a frame, given the positions of their tracks and of the frame within those. */
export type OverlapMeasure = (truth: number, truthAt: number, found: number, foundAt: number) => number;

/** The boxes of one frame: their tracks, their positions in these, and four numbers each. */
interface PlacedBoxes {
  readonly tracks: number[];
  readonly places: number[];
  readonly bounds: number[];
}

const nothing: PlacedBoxes = { tracks: [], places: [], bounds: [] };

/** @param measure overlap of boxes that touch; absent: their IoU */
export function compareFrames(
  truth: readonly TrackBoxes[],
  found: readonly TrackBoxes[],
  measure?: OverlapMeasure,
): ComparedTracks {
  const sides = [byFrame(truth), byFrame(found)] as const;
  const numbers = [...new Set(sides.flatMap((side) => [...side.keys()]))].toSorted((a, b) => a - b);
  const frames = numbers.map((frame): ComparedFrame => {
    const [own, other] = [sides[0].get(frame) ?? nothing, sides[1].get(frame) ?? nothing];
    const overlaps: Overlap[] = [];
    for (const [a, ofTruth] of own.tracks.entries()) {
      const type = truth[ofTruth]?.type;
      for (let b = 0; b < other.tracks.length; b++) {
        const box = rowsIou(own.bounds, a * 4, other.bounds, b * 4);
        if (!(box > 0)) continue;
        const ofFound = other.tracks[b]!;
        const iou = measure === undefined ? box : measure(ofTruth, own.places[a]!, ofFound, other.places[b]!);
        if (iou > 0) overlaps.push({ truth: ofTruth, found: ofFound, iou, isSameType: found[ofFound]?.type === type });
      }
    }
    return { frame, truth: own.tracks, found: other.tracks, overlaps };
  });
  return { truth, found, frames };
}

/** Drops pairs of different types. */
export function onlySameTypes({ truth, found, frames }: ComparedTracks): ComparedTracks {
  return {
    truth,
    found,
    frames: frames.map((frame) => ({ ...frame, overlaps: frame.overlaps.filter(({ isSameType }) => isSameType) })),
  };
}

/** Splits both sides by type, in their order; drops pairs of different types. */
export function splitTypes({ truth, found, frames }: ComparedTracks): ReadonlyMap<string, ComparedTracks> {
  const sides = [truth, found].map((tracks) => {
    const lists = new Map<string, TrackBoxes[]>();
    const places = new Uint32Array(tracks.length);
    for (const [index, track] of tracks.entries()) {
      const list = lists.get(track.type) ?? [];
      lists.set(track.type, list);
      places[index] = list.push(track) - 1;
    }
    return { lists, places };
  });
  const [own, other] = sides as [(typeof sides)[number], (typeof sides)[number]];
  type Growing = { frame: number; truth: number[]; found: number[]; overlaps: Overlap[] };
  const types = new Map<string, { truth: TrackBoxes[]; found: TrackBoxes[]; frames: Growing[] }>();
  const names = [...new Set([...own.lists.keys(), ...other.lists.keys()])];
  for (const type of names.toSorted((a, b) => (a < b ? -1 : 1)))
    types.set(type, { truth: own.lists.get(type) ?? [], found: other.lists.get(type) ?? [], frames: [] });
  for (const { frame, truth: present, found: others, overlaps } of frames) {
    const at = (track: TrackBoxes | undefined): Growing | undefined => {
      const list = types.get(track?.type ?? "")?.frames;
      if (list?.at(-1)?.frame !== frame) list?.push({ frame, truth: [], found: [], overlaps: [] });
      return list?.at(-1);
    };
    for (const index of present) at(truth[index])?.truth.push(own.places[index]!);
    for (const index of others) at(found[index])?.found.push(other.places[index]!);
    for (const overlap of overlaps) {
      if (!overlap.isSameType) continue;
      const places = { truth: own.places[overlap.truth]!, found: other.places[overlap.found]! };
      at(truth[overlap.truth])?.overlaps.push({ ...overlap, ...places });
    }
  }
  return types;
}

function byFrame(tracks: readonly TrackBoxes[]): Map<number, PlacedBoxes> {
  const frames = new Map<number, PlacedBoxes>();
  for (const [index, { frames: own, bounds }] of tracks.entries()) {
    for (let at = 0; at < own.length; at++) {
      let known = frames.get(own[at]!);
      if (known === undefined) frames.set(own[at]!, (known = { tracks: [], places: [], bounds: [] }));
      known.tracks.push(index);
      known.places.push(at);
      known.bounds.push(bounds[at * 4]!, bounds[at * 4 + 1]!, bounds[at * 4 + 2]!, bounds[at * 4 + 3]!);
    }
  }
  return frames;
}
