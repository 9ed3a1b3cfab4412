/** Intersection over union: of two boxes, of two tracks on a frame, and of two tracks in space and time. */
import type { CoreInstance } from "../instance.ts";
import type { Bounds, FrameNumber, TrackId } from "../types.ts";
import { detectionColumns, requireRows, requireTrack, visitStretches } from "./columns.ts";

const BOUNDS_BYTES = 32;

/** 0 .. 1; 0 for boxes without area. Corners in the wrong order make a box without area. */
export function boundsIou(a: Bounds, b: Bounds): number {
  const { intersection, union } = overlap(a, b);
  return ratio(intersection, union);
}

export function detectionIou(core: CoreInstance, a: TrackId, b: TrackId, frame: FrameNumber): number {
  const boxA = boundsAt(core, requireTrack(core, a), frame);
  const boxB = boundsAt(core, requireTrack(core, b), frame);
  return boxA === undefined || boxB === undefined ? 0 : boundsIou(boxA, boxB);
}

export function trackIou(core: CoreInstance, a: TrackId, b: TrackId): number {
  const [trackA, trackB] = [requireTrack(core, a), requireTrack(core, b)];
  let intersection = 0;
  let union = 0;
  for (const [from, to] of mergeStretches([...stretchesOf(core, a), ...stretchesOf(core, b)])) {
    for (let frame = from; frame < to; frame++) {
      const [boxA, boxB] = [boundsAt(core, trackA, frame), boundsAt(core, trackB, frame)];
      const areas = overlap(boxA ?? NOWHERE, boxB ?? NOWHERE);
      intersection += areas.intersection;
      union += areas.union;
    }
  }
  return ratio(intersection, union);
}

type Stretch = readonly [from: number, to: number];

/** Far from everything and without area. */
const NOWHERE: Bounds = [Infinity, Infinity, Infinity, Infinity];

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

function boundsAt({ exports }: CoreInstance, track: number, frame: number): Bounds | undefined {
  const target = exports.transfer_open(BOUNDS_BYTES) >>> 0;
  if (exports.track_store_bounds(target, track, frame) === 0) return undefined;
  return [...new Float64Array(exports.memory.buffer, target, 4)] as unknown as Bounds;
}

function overlap(a: Bounds, b: Bounds): { readonly intersection: number; readonly union: number } {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const intersection = Math.max(0, width) * Math.max(0, height);
  return { intersection, union: areaOf(a) + areaOf(b) - intersection };
}

function areaOf([x1, y1, x2, y2]: Bounds): number {
  return x1 === Infinity ? 0 : Math.max(0, x2 - x1) * Math.max(0, y2 - y1);
}

function ratio(intersection: number, union: number): number {
  return union > 0 ? intersection / union : 0;
}
