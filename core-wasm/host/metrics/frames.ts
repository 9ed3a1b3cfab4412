/**
 * Both sides frame by frame: the tracks on each frame, and the overlaps of their boxes. In columns: a million boxes as
 * objects take most of a scoring's time to allocate and to collect.
 */
import { rowsIou } from "../queries/iou.ts";
import type { TrackBoxes } from "../types.ts";

/** Rows by frame: those of the n-th frame are at `starts[n]` .. `starts[n + 1]` - 1. */
export interface RowsByFrame {
  readonly starts: Uint32Array;
}

/** The boxes of one side. */
export interface FrameBoxes extends RowsByFrame {
  /** Positions in the list of tracks, ascending in each frame. */
  readonly tracks: Uint32Array;
}

/** Pairs of boxes that overlap, in the order of the tracks of the truth. */
export interface Overlaps extends RowsByFrame {
  /** Positions in the lists of tracks. */
  readonly truth: Uint32Array;
  readonly found: Uint32Array;
  /** Above 0. */
  readonly ious: Float64Array;
}

export interface ComparedTracks {
  readonly truth: readonly TrackBoxes[];
  readonly found: readonly TrackBoxes[];
  /** Numbers of the frames with a box of either side, ascending. */
  readonly frames: Uint32Array;
  readonly truthBoxes: FrameBoxes;
  readonly foundBoxes: FrameBoxes;
  readonly overlaps: Overlaps;
}

/** The overlap of two boxes of a frame, given the positions of their tracks and of the frame within those. */
export type OverlapMeasure = (truth: number, truthAt: number, found: number, foundAt: number) => number;

/** @param measure overlap of boxes that touch; absent: their IoU */
export function compareFrames(
  truth: readonly TrackBoxes[],
  found: readonly TrackBoxes[],
  measure?: OverlapMeasure,
): ComparedTracks {
  const frames = framesOf(truth, found);
  const [truthBoxes, foundBoxes] = [placeBoxes(truth, frames), placeBoxes(found, frames)];
  const overlaps = new OverlapRows(frames.length, Math.max(truthBoxes.tracks.length, foundBoxes.tracks.length));
  const columns = new FrameColumns(found, foundBoxes);
  for (let n = 0; n < frames.length; n++) {
    columns.load(n);
    for (let a = truthBoxes.starts[n]!; a < truthBoxes.starts[n + 1]!; a++) {
      const [ofTruth, place] = [truthBoxes.tracks[a]!, truthBoxes.places[a]!];
      const { bounds } = truth[ofTruth]!;
      const count = columns.findNear(bounds[place * 4]!, bounds[place * 4 + 2]!);
      for (let near = 0; near < count; near++) {
        const b = columns.near[near]!;
        const [ofFound, at] = [foundBoxes.tracks[b]!, foundBoxes.places[b]!];
        const box = rowsIou(bounds, place * 4, found[ofFound]!.bounds, at * 4);
        if (!(box > 0)) continue;
        const iou = measure === undefined ? box : measure(ofTruth, place, ofFound, at);
        if (iou > 0) overlaps.add(ofTruth, ofFound, iou);
      }
    }
    overlaps.endFrame(n);
  }
  return { truth, found, frames, truthBoxes, foundBoxes, overlaps: overlaps.finish() };
}

/** Drops pairs of different types. */
export function onlySameTypes(compared: ComparedTracks): ComparedTracks {
  const { truth, found, frames, overlaps } = compared;
  const [own, other] = numberTypes(truth, found).sides;
  const same = new OverlapRows(frames.length, overlaps.ious.length);
  for (let n = 0; n < frames.length; n++) {
    for (let at = overlaps.starts[n]!; at < overlaps.starts[n + 1]!; at++) {
      const [a, b] = [overlaps.truth[at]!, overlaps.found[at]!];
      if (own![a] === other![b]) same.add(a, b, overlaps.ious[at]!);
    }
    same.endFrame(n);
  }
  return { ...compared, overlaps: same.finish() };
}

/**
 * Splits both sides by type, in their order; drops pairs of different types. There may be thousands of types, so none has
 * columns for frames without a box of it.
 */
export function splitTypes(compared: ComparedTracks): ReadonlyMap<string, ComparedTracks> {
  const { truth, found, frames } = compared;
  const { names, sides } = numberTypes(truth, found);
  const [own, other] = [divide(truth, sides[0]!, names.length), divide(found, sides[1]!, names.length)];
  const { overlaps } = onlySameTypes(compared);
  const typeOf = (at: number): number => sides[0]![overlaps.truth[at]!]!;
  const counts = new Uint32Array(names.length);
  for (let at = 0; at < overlaps.ious.length; at++) counts[typeOf(at)]!++;
  const parts = names.map((_, type) => new TypePart(own.lists[type]!, other.lists[type]!, counts[type]!));
  for (let n = 0; n < frames.length; n++) {
    for (let at = overlaps.starts[n]!; at < overlaps.starts[n + 1]!; at++) {
      const [a, b] = [own.places[overlaps.truth[at]!]!, other.places[overlaps.found[at]!]!];
      parts[typeOf(at)]!.add(frames[n]!, a, b, overlaps.ious[at]!);
    }
  }
  return new Map(names.map((name, type) => [name, parts[type]!.finish()]));
}

/** The tracks of one type while their overlaps are collected. */
class TypePart {
  readonly #truth: readonly TrackBoxes[];
  readonly #found: readonly TrackBoxes[];
  readonly #frames: Uint32Array;
  readonly #overlaps: OverlapRows;
  /** The number of frames that are complete. */
  #ended = 0;

  /** @param overlaps how many there will be */
  constructor(truth: readonly TrackBoxes[], found: readonly TrackBoxes[], overlaps: number) {
    [this.#truth, this.#found] = [truth, found];
    this.#frames = framesOf(truth, found);
    this.#overlaps = new OverlapRows(this.#frames.length, overlaps);
  }

  /** @param frame at least that of the overlap before */
  add(frame: number, truth: number, found: number, iou: number): void {
    while (this.#frames[this.#ended]! < frame) this.#overlaps.endFrame(this.#ended++);
    this.#overlaps.add(truth, found, iou);
  }

  finish(): ComparedTracks {
    const [truth, found, frames] = [this.#truth, this.#found, this.#frames];
    while (this.#ended < frames.length) this.#overlaps.endFrame(this.#ended++);
    const [truthBoxes, foundBoxes] = [placeBoxes(truth, frames), placeBoxes(found, frames)];
    return { truth, found, frames, truthBoxes, foundBoxes, overlaps: this.#overlaps.finish() };
  }
}

/** The tracks of each type, and the place of each track among those of its type. */
function divide(tracks: readonly TrackBoxes[], types: Uint32Array, count: number) {
  const lists = Array.from({ length: count }, (): TrackBoxes[] => []);
  return { lists, places: Uint32Array.from(tracks, (track, index) => lists[types[index]!]!.push(track) - 1) };
}

/** The types of both sides, in their order, and for each side the number of each track's type. */
function numberTypes(...sides: readonly (readonly TrackBoxes[])[]) {
  const names = [...new Set(sides.flatMap((tracks) => tracks.map(({ type }) => type)))];
  names.sort((a, b) => (a < b ? -1 : 1));
  const numberOf = new Map(names.map((name, number) => [name, number]));
  return { names, sides: sides.map((tracks) => Uint32Array.from(tracks, ({ type }) => numberOf.get(type)!)) };
}

/** Numbers of the frames with a box of either side, ascending. */
function framesOf(...sides: readonly (readonly TrackBoxes[])[]): Uint32Array {
  const numbers = new Set<number>();
  for (const side of sides)
    for (const { frames } of side) for (let at = 0; at < frames.length; at++) numbers.add(frames[at]!);
  return Uint32Array.from(numbers).sort();
}

/** The boxes of a side by frame, and their positions within their tracks. */
function placeBoxes(tracks: readonly TrackBoxes[], frames: Uint32Array): FrameBoxes & { places: Uint32Array } {
  const indexOf = new Map(Array.from(frames, (frame, index) => [frame, index]));
  const starts = new Uint32Array(frames.length + 1);
  const eachBox = (use: (index: number, track: number, at: number) => void): void => {
    for (const [track, { frames: own }] of tracks.entries()) {
      let index = -1;
      for (let at = 0; at < own.length; at++) {
        index = frames[index + 1] === own[at] ? index + 1 : indexOf.get(own[at]!)!;
        use(index, track, at);
      }
    }
  };
  eachBox((index) => starts[index + 1]!++);
  for (let n = 0; n < frames.length; n++) starts[n + 1]! += starts[n]!;
  const next = starts.slice();
  const [indices, places] = [new Uint32Array(starts.at(-1)!), new Uint32Array(starts.at(-1)!)];
  eachBox((index, track, at) => {
    const row = next[index]!++;
    indices[row] = track;
    places[row] = at;
  });
  return { starts, tracks: indices, places };
}

/**
 * The boxes of one frame. Most of them are nowhere near a given one, so those are skipped by comparing their left and
 * right sides.
 */
class FrameColumns {
  readonly #tracks: readonly TrackBoxes[];
  readonly #boxes: ReturnType<typeof placeBoxes>;
  #from = 0;
  #count = 0;
  #lefts = new Float64Array(0);
  #rights = new Float64Array(0);
  /** Boxes that were found to be near. */
  near = new Uint32Array(0);

  constructor(tracks: readonly TrackBoxes[], boxes: ReturnType<typeof placeBoxes>) {
    this.#tracks = tracks;
    this.#boxes = boxes;
  }

  load(frame: number): void {
    const { starts, tracks, places } = this.#boxes;
    const from = (this.#from = starts[frame]!);
    const count = (this.#count = starts[frame + 1]! - from);
    if (this.near.length < count) {
      this.#lefts = new Float64Array(count * 2);
      this.#rights = new Float64Array(count * 2);
      this.near = new Uint32Array(count * 2);
    }
    for (let n = 0; n < count; n++) {
      const { bounds } = this.#tracks[tracks[from + n]!]!;
      this.#lefts[n] = bounds[places[from + n]! * 4]!;
      this.#rights[n] = bounds[places[from + n]! * 4 + 2]!;
    }
  }

  /** Puts the boxes that reach between two x positions into `near`; returns how many. */
  findNear(left: number, right: number): number {
    const [lefts, rights, near, from, count] = [this.#lefts, this.#rights, this.near, this.#from, this.#count];
    let length = 0;
    for (let n = 0; n < count; n++) if (lefts[n]! < right && rights[n]! > left) near[length++] = from + n;
    return length;
  }
}

/** Overlaps while they are collected. */
export class OverlapRows {
  readonly #starts: Uint32Array;
  #truth: Uint32Array;
  #found: Uint32Array;
  #ious: Float64Array;
  #length = 0;

  /** @param expected number of overlaps; there may be more */
  constructor(frames: number, expected: number) {
    this.#starts = new Uint32Array(frames + 1);
    this.#truth = new Uint32Array(expected);
    this.#found = new Uint32Array(expected);
    this.#ious = new Float64Array(expected);
  }

  add(truth: number, found: number, iou: number): void {
    if (this.#length === this.#ious.length) this.#grow();
    const at = this.#length++;
    this.#truth[at] = truth;
    this.#found[at] = found;
    this.#ious[at] = iou;
  }

  endFrame(frame: number): void {
    this.#starts[frame + 1] = this.#length;
  }

  finish(): Overlaps {
    return {
      starts: this.#starts,
      truth: this.#truth.subarray(0, this.#length),
      found: this.#found.subarray(0, this.#length),
      ious: this.#ious.subarray(0, this.#length),
    };
  }

  #grow(): void {
    const length = Math.max(64, this.#length * 2);
    const [truth, found, ious] = [new Uint32Array(length), new Uint32Array(length), new Float64Array(length)];
    truth.set(this.#truth);
    found.set(this.#found);
    ious.set(this.#ious);
    [this.#truth, this.#found, this.#ious] = [truth, found, ious];
  }
}
