/** Intersection over union: of two boxes, of two tracks on a frame, and of two tracks in space and time. */
import type { CoreInstance } from "../instance.ts";
import type { Bounds, FrameNumber, TrackId } from "../types.ts";
import { detectionColumns, requireRows, requireTrack, visitStretches } from "./columns.ts";

const boundsBytes = 32;

/** 0 .. 1; 0 for boxes without area. Corners in the wrong order make a box without area. */
export function boundsIou(a: Bounds, b: Bounds): number {
  const intersection = commonArea(a, b);
  return ratio(intersection, areaOf(a) + areaOf(b) - intersection);
}

export function detectionIou(core: CoreInstance, a: TrackId, b: TrackId, frame: FrameNumber): number {
  const [boxA, boxB] = [new MovingBox(core, a, 0), new MovingBox(core, b, 1)];
  return boxA.moveTo(frame) && boxB.moveTo(frame) ? boundsIou(boxA.bounds, boxB.bounds) : 0;
}

export function trackIou(core: CoreInstance, a: TrackId, b: TrackId): number {
  const stretches = mergeStretches([...stretchesOf(core, a), ...stretchesOf(core, b)]);
  const [boxA, boxB] = [new MovingBox(core, a, 0), new MovingBox(core, b, 1)];
  let intersection = 0;
  let union = 0;
  for (const [from, to] of stretches) {
    for (let frame = from; frame < to; frame++) {
      const areaA = boxA.moveTo(frame) ? areaOf(boxA.bounds) : -1;
      const areaB = boxB.moveTo(frame) ? areaOf(boxB.bounds) : -1;
      const common = areaA >= 0 && areaB >= 0 ? commonArea(boxA.bounds, boxB.bounds) : 0;
      intersection += common;
      union += Math.max(0, areaA) + Math.max(0, areaB) - common;
    }
  }
  return ratio(intersection, union);
}

/** Where a track is on one frame after the other. Two can be looked at together. */
class MovingBox {
  readonly #core: CoreInstance;
  readonly #track: number;
  readonly #target: number;
  /** A view on the transfer block, valid until it is used for something else. */
  readonly bounds: Bounds;

  constructor(core: CoreInstance, id: TrackId, place: 0 | 1) {
    this.#core = core;
    this.#track = requireTrack(core, id);
    this.#target = (core.exports.transfer_open(boundsBytes * 2) >>> 0) + place * boundsBytes;
    this.bounds = new Float64Array(core.exports.memory.buffer, this.#target, 4) as unknown as Bounds;
  }

  /** False where the track is not; `bounds` mean nothing then. */
  moveTo(frame: number): boolean {
    return this.#core.exports.track_store_bounds(this.#target, this.#track, frame) !== 0;
  }
}

type Stretch = readonly [from: number, to: number];

function stretchesOf(core: CoreInstance, id: TrackId): readonly Stretch[] {
  const stretches: Stretch[] = [];
  visitStretches(detectionColumns(core), requireRows(core, id), (from, to) => stretches.push([from, to]));
  return stretches;
}

/** Stretches that cover the same frames, each frame once. */
function mergeStretches(stretches: readonly Stretch[]): readonly Stretch[] {
  const merged: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function commonArea(a: Bounds, b: Bounds): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return Math.max(0, width) * Math.max(0, height);
}

function areaOf(bounds: Bounds): number {
  return Math.max(0, bounds[2] - bounds[0]) * Math.max(0, bounds[3] - bounds[1]);
}

function ratio(intersection: number, union: number): number {
  return union > 0 ? intersection / union : 0;
}
