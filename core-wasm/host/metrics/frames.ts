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
  const numbers = new Set<number>();
  for (const side of [truth, found])
    for (const { frames } of side) for (let at = 0; at < frames.length; at++) numbers.add(frames[at]!);
  const frames = Uint32Array.from(numbers).sort();
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

/** Splits both sides by type, in their order; drops pairs of different types. */
export function splitTypes(compared: ComparedTracks): ReadonlyMap<string, ComparedTracks> {
  const { names, sides } = numberTypes(compared.truth, compared.found);
  return new Map(names.map((name, type) => [name, ofType(compared, type, sides)]));
}

function ofType(
  { truth, found, frames, truthBoxes, foundBoxes, overlaps }: ComparedTracks,
  type: number,
  [typesOfTruth, typesOfFound]: readonly Uint32Array[],
): ComparedTracks {
  const [own, other] = [partOf(truth, typesOfTruth!, type), partOf(found, typesOfFound!, type)];
  const ownBoxes = new BoxRows(frames.length, own.boxes);
  const otherBoxes = new BoxRows(frames.length, other.boxes);
  const numbers = new Uint32Array(frames.length);
  const same = new OverlapRows(frames.length, Math.max(own.boxes, other.boxes));
  let count = 0;
  for (let n = 0; n < frames.length; n++) {
    const boxes = ownBoxes.length + otherBoxes.length;
    ownBoxes.addFrom(truthBoxes, n, own.places);
    otherBoxes.addFrom(foundBoxes, n, other.places);
    if (boxes === ownBoxes.length + otherBoxes.length) continue;
    for (let at = overlaps.starts[n]!; at < overlaps.starts[n + 1]!; at++) {
      const [a, b] = [own.places[overlaps.truth[at]!]!, other.places[overlaps.found[at]!]!];
      if (a >= 0 && b >= 0) same.add(a, b, overlaps.ious[at]!);
    }
    ownBoxes.endFrame(count);
    otherBoxes.endFrame(count);
    same.endFrame(count);
    numbers[count++] = frames[n]!;
  }
  return {
    truth: own.tracks,
    found: other.tracks,
    frames: numbers.subarray(0, count),
    truthBoxes: ownBoxes.finish(count),
    foundBoxes: otherBoxes.finish(count),
    overlaps: same.finish(count),
  };
}

/** The tracks of a type, their number of boxes, and the place of each track among them; -1: of another type. */
function partOf(all: readonly TrackBoxes[], types: Uint32Array, type: number) {
  const places = new Int32Array(all.length).fill(-1);
  const tracks: TrackBoxes[] = [];
  let boxes = 0;
  for (const [index, track] of all.entries()) {
    if (types[index] !== type) continue;
    places[index] = tracks.push(track) - 1;
    boxes += track.frames.length;
  }
  return { tracks, boxes, places };
}

/** The types of both sides, in their order, and for each side the number of each track's type. */
function numberTypes(...sides: readonly (readonly TrackBoxes[])[]) {
  const names = [...new Set(sides.flatMap((tracks) => tracks.map(({ type }) => type)))];
  names.sort((a, b) => (a < b ? -1 : 1));
  const numberOf = new Map(names.map((name, number) => [name, number]));
  return { names, sides: sides.map((tracks) => Uint32Array.from(tracks, ({ type }) => numberOf.get(type)!)) };
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

/** The boxes of one frame. Most of them are nowhere near a given one, so those are skipped by their left and right. */
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

  /** Puts the boxes that reach between two columns of the picture into `near`; returns how many. */
  findNear(left: number, right: number): number {
    const [lefts, rights, near, from, count] = [this.#lefts, this.#rights, this.near, this.#from, this.#count];
    let length = 0;
    for (let n = 0; n < count; n++) if (lefts[n]! < right && rights[n]! > left) near[length++] = from + n;
    return length;
  }
}

/** Boxes of a side while they are collected. */
class BoxRows {
  readonly #starts: Uint32Array;
  readonly #tracks: Uint32Array;
  length = 0;

  constructor(frames: number, boxes: number) {
    this.#starts = new Uint32Array(frames + 1);
    this.#tracks = new Uint32Array(boxes);
  }

  /** @param places of the tracks here; -1: left out */
  addFrom({ starts, tracks }: FrameBoxes, frame: number, places: Int32Array): void {
    for (let at = starts[frame]!; at < starts[frame + 1]!; at++) {
      const place = places[tracks[at]!]!;
      if (place >= 0) this.#tracks[this.length++] = place;
    }
  }

  endFrame(frame: number): void {
    this.#starts[frame + 1] = this.length;
  }

  finish(frames: number): FrameBoxes {
    return { starts: this.#starts.subarray(0, frames + 1), tracks: this.#tracks };
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

  /** @param frames that were ended; default: all */
  finish(frames = this.#starts.length - 1): Overlaps {
    return {
      starts: this.#starts.subarray(0, frames + 1),
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
