/**
 * Writes what following found as thinned keyframes marked as a tracker's, and removes them again. Keyframes that a
 * person drew or changed stay as they are.
 */

import type { AnnotationCore, EditTransaction, FrameNumber, TrackId } from "#core/types";
import { boundsOfOutlines, moveShape, stretchShape, type Motion } from "../../../base/motion.ts";
import { pointsOf, type BoxBounds, type Shape } from "../../../base/shape.ts";
import { isUntouchedByPerson, markMadeByTracker } from "../../../session/document/origin.ts";
import type { Camera } from "../../../session/cameras/camera.ts";
import type { Editor } from "../../editor.ts";
import { necessaryBoxes } from "../stretch-edits.ts";
import { readGeometry } from "../../tools/read-shapes.ts";
import { materialize, replaceGeometry } from "../../tools/write-shape.ts";

/**
 * A keyframe may be left out if the interpolated box is off by less than this share of the box's size, and by at least
 * a pixel.
 */
const toleranceShare = 0.02;
/** From this overlap on, the object has reached the person's keyframe. */
const minArrival = 0.3;

export interface Found {
  readonly frame: number;
  readonly bounds: BoxBounds;
  /** From the start. */
  readonly motion?: Motion;
}

export interface TrackedPath {
  readonly track: TrackId;
  /** Its box at the start. */
  readonly start: BoxBounds;
  /** Its geometry at the start, which is carried along. */
  readonly shapes?: readonly Shape[];
  /** The frame of the person's keyframe it has reached, which is the last one found. */
  readonly drawn: number | undefined;
  /** In the order they were found. */
  readonly found: readonly Found[];
}

/** The part of a track that was written, and the detections it replaced. */
export interface Written {
  /** Frames of the keyframes, in the order they were found. */
  readonly frames: readonly number[];
  readonly before: readonly TrackerKeyframe[];
  /** State of the start frame. */
  readonly from: { readonly frame: FrameNumber; readonly isKeyframe: boolean; readonly interpolates: boolean };
}

interface TrackerKeyframe extends Carried {
  readonly interpolates: boolean;
}

/** A box with the geometry that was carried to it. */
interface Carried {
  readonly frame: number;
  readonly bounds: BoxBounds;
  readonly shapes: readonly Shape[];
}

/** One step. @returns the written keyframes, for each track with any result */
export function writeFollowed(
  editor: Editor,
  camera: Camera,
  from: FrameNumber,
  step: 1 | -1,
  paths: readonly TrackedPath[],
): ReadonlyMap<TrackId, Written> {
  const { core } = camera.document.peek();
  const plans = paths.flatMap((path) => planFor(core, camera, from, path) ?? []);
  if (plans.length === 0) return new Map();
  const done = editor.transact(
    { kind: "track", change: "follow" },
    (tx) => {
      for (const plan of plans) applyPlan({ tx, core }, from, step, plan);
    },
    camera,
  );
  return new Map(done === undefined ? [] : plans.map(({ track, written }) => [track, written]));
}

interface Plan {
  readonly track: TrackId;
  readonly start: BoxBounds;
  readonly kept: readonly Carried[];
  /** Tracker keyframes that are replaced. */
  readonly gone: readonly FrameNumber[];
  readonly written: Written;
}

function planFor(core: AnnotationCore, camera: Camera, from: FrameNumber, path: TrackedPath): Plan | undefined {
  const { track, start, shapes = [], drawn } = path;
  const carried = path.found.map((each) => carriedTo(each, shapes));
  const pathBoxes = drawn === undefined ? carried : withoutDrift(carried, from, boxOn(camera, track, drawn));
  const stored = new Set<number>(core.keyframes(track));
  const isTrackers = (frame: number): boolean =>
    stored.has(frame) && isUntouchedByPerson(core, track, frame as FrameNumber);
  const firstTaken = pathBoxes.findIndex(({ frame }) => stored.has(frame) && !isTrackers(frame));
  const free = firstTaken === -1 ? pathBoxes : pathBoxes.slice(0, firstTaken);
  if (free.length === 0) return undefined;
  const size = Math.max(start[2] - start[0], start[3] - start[1]);
  const boxes = [{ frame: from as number, bounds: start, shapes }, ...free];
  const timed = boxes.map((box) => ({ ...box, also: box.shapes.flatMap(pointsOf).flatMap(({ x, y }) => [x, y]) }));
  const kept = necessaryBoxes(timed, Math.max(1, toleranceShare * size)).filter(({ frame }) => frame !== from);
  const keptFrames = new Set(kept.map(({ frame }) => frame));
  const replaced = free.filter(({ frame }) => stored.has(frame)).map(({ frame }) => frame as FrameNumber);
  const first = core.detectionAt(track, from);
  return {
    track,
    start,
    kept,
    gone: replaced.filter((frame) => !keptFrames.has(frame)),
    written: {
      frames: kept.map(({ frame }) => frame),
      before: replaced.map((frame) => {
        const { interpolates } = core.detectionAt(track, frame)!;
        return { frame, bounds: boxOn(camera, track, frame)!, shapes: readGeometry(core, track, frame), interpolates };
      }),
      from: { frame: from, isKeyframe: first?.isKeyframe === true, interpolates: first?.interpolates ?? true },
    },
  };
}

interface Means {
  readonly tx: EditTransaction;
  readonly core: AnnotationCore;
}

function applyPlan({ tx, core }: Means, from: FrameNumber, step: 1 | -1, plan: Plan): void {
  const { track, start, kept, gone, written } = plan;
  if (!written.from.isKeyframe) {
    materialize({ tx, core, track, frame: from });
    tx.detections.setBounds(track, from, start);
  }
  for (const frame of gone) tx.detections.toggleKeyframe(track, frame);
  for (const one of kept) putTrackers({ tx, core }, track, { ...one, interpolates: true });
  if (step === -1) return;
  tx.detections.setInterpolate(track, from, true);
  // After the last keyframe, it continues as it did after the first.
  const last = kept.at(-1)?.frame;
  if (last !== undefined) tx.detections.setInterpolate(track, last as FrameNumber, written.from.interpolates);
}

function putTrackers({ tx, core }: Means, track: TrackId, keyframe: TrackerKeyframe): void {
  const frame = keyframe.frame as FrameNumber;
  tx.detections.setBounds(track, frame, keyframe.bounds);
  replaceGeometry({ tx, core, track, frame }, keyframe.shapes);
  markMadeByTracker(tx, track, frame);
  tx.detections.setInterpolate(track, frame, keyframe.interpolates);
}

/** One step: restores the tracks, except for keyframes a person has changed since. */
export function revertFollowed(editor: Editor, camera: Camera, written: ReadonlyMap<TrackId, Written>): void {
  const { core } = camera.document.peek();
  editor.transact(
    { kind: "track", change: "revertFollowing" },
    (tx) => {
      for (const [track, part] of written) if (core.hasTrack(track)) revertOne({ tx, core }, track, part);
    },
    camera,
  );
}

function revertOne({ tx, core }: Means, track: TrackId, { frames, before, from }: Written): void {
  const stored = new Set<number>(core.keyframes(track));
  const earlier = new Set(before.map(({ frame }) => frame));
  const isFree = (frame: number): boolean =>
    !stored.has(frame) || isUntouchedByPerson(core, track, frame as FrameNumber);
  for (const kept of before) if (isFree(kept.frame)) putTrackers({ tx, core }, track, kept);
  for (const frame of frames) {
    if (stored.has(frame) && isFree(frame) && !earlier.has(frame))
      tx.detections.toggleKeyframe(track, frame as FrameNumber);
  }
  if (!stored.has(from.frame)) return;
  if (from.isKeyframe) tx.detections.setInterpolate(track, from.frame, from.interpolates);
  else if (core.track(track).end !== core.track(track).begin) tx.detections.toggleKeyframe(track, from.frame);
}

/** A copy, because views on the core's memory do not outlive a call. */
export function boxOn(camera: Camera, track: TrackId, frame: number): BoxBounds | undefined {
  const { core } = camera.document.peek();
  const box = core.hasTrack(track) ? core.detectionAt(track, frame as FrameNumber)?.bounds : undefined;
  return box && [box[0], box[1], box[2], box[3]];
}

/** All boxes but the last, adjusted to reach a person's box without a jump: the final error is spread over them. */
function withoutDrift(found: readonly Carried[], from: number, drawn: BoxBounds | undefined): readonly Carried[] {
  const last = found.at(-1);
  const others = found.slice(0, -1);
  if (last === undefined || drawn === undefined || overlap(last.bounds, drawn) < minArrival) return others;
  const off = drawn.map((side, index) => side - last.bounds[index]!);
  return others.map(({ frame, bounds, shapes }) => {
    const share = (frame - from) / (last.frame - from);
    const side = (at: number): number => bounds[at]! + share * off[at]!;
    const there: BoxBounds = [side(0), side(1), side(2), side(3)];
    return { frame, bounds: there, shapes: shapes.map((shape) => stretchShape(shape, bounds, there)) };
  });
}

/** The geometry of the start on another frame; the box is around its outlines, as it is when a person draws them. */
export function carriedTo({ frame, bounds, motion }: Found, start: readonly Shape[]): Carried {
  const shapes = motion === undefined ? [] : start.map((shape) => moveShape(shape, motion));
  return { frame, bounds: boundsOfOutlines(shapes) ?? bounds, shapes };
}

function overlap(a: BoxBounds, b: BoxBounds): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([x1, y1, x2, y2]: BoxBounds): number => (x2 - x1) * (y2 - y1);
  return (width * height) / (area(a) + area(b) - width * height);
}
