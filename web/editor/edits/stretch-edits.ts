/**
 * Edits of tracks composed of several core edits: copying a detection forward, thinning keyframes, swapping two tracks
 * from a frame on, handing the rest of one over to another. Each is one step.
 */

import type { AnnotationCore, Bounds, EditTransaction, FrameNumber, TrackId } from "#core/types";
import { readGeometry } from "../tools/read-shapes.ts";
import { replaceGeometry } from "../tools/write-shape.ts";

interface Means {
  readonly tx: EditTransaction;
  readonly core: AnnotationCore;
}

/** Copies the detection on `frame` to each of the next frames, replacing those that exist. */
export function propagate({ tx, core }: Means, track: TrackId, frame: FrameNumber, count: number): void {
  const detection = core.detectionAt(track, frame);
  if (detection === undefined) return;
  const bounds = [...detection.bounds] as unknown as Bounds;
  const shapes = readGeometry(core, track, frame);
  for (let at = frame + 1; at <= frame + count; at++) {
    const next = at as FrameNumber;
    tx.detections.setBounds(track, next, bounds);
    replaceGeometry({ tx, core, track, frame: next }, shapes);
  }
}

/**
 * The keyframes whose boxes lie within a tolerance (image pixels, per side) of the line between the remaining
 * keyframes. Those with their own geometry, attributes or notes stay, and so do the ends of stretches without
 * interpolation.
 */
export function redundantKeyframes(core: AnnotationCore, track: TrackId, tolerancePx: number): FrameNumber[] {
  const frames = [...core.keyframes(track)] as FrameNumber[];
  const detections = frames.map((frame) => core.detectionAt(track, frame)!);
  const mayGo = frames.map((frame, i) => {
    const isInside = i > 0 && i < frames.length - 1;
    const isPlain =
      isInside &&
      core.shapes(track, frame).length === 0 &&
      Object.keys(core.detectionAttributes(track, frame)).length === 0;
    return isPlain && detections[i]!.isKeyframe && detections[i]!.interpolates && detections[i - 1]!.interpolates;
  });
  const boxes = frames.map((frame, i) => ({ frame, bounds: detections[i]!.bounds, mayGo: mayGo[i] }));
  const needed = new Set(necessaryBoxes(boxes, tolerancePx));
  return boxes.filter((box) => !needed.has(box)).map(({ frame }) => frame);
}

/** A box on a frame, and whether it may be left out; default: yes. */
interface TimedBox {
  readonly frame: number;
  readonly bounds: Bounds;
  /** Further values that are interpolated as the box is, of the same number on every frame. */
  readonly also?: readonly number[];
  readonly mayGo?: boolean | undefined;
}

/**
 * The boxes needed to reproduce the others within a tolerance, in order (U. Ramer, 1972; D. Douglas and T. Peucker,
 * 1973, along time).
 */
export function necessaryBoxes<Box extends TimedBox>(boxes: readonly Box[], tolerancePx: number): Box[] {
  const needed = new Set([0, boxes.length - 1]);
  /** Stretches between two kept boxes. */
  const stretches: [first: number, last: number][] = [[0, boxes.length - 1]];
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [first, last] = stretch;
    let farthest = -1;
    let max = tolerancePx;
    for (let i = first + 1; i < last; i++) {
      const [from, box, to] = [boxes[first]!, boxes[i]!, boxes[last]!];
      const share = (box.frame - from.frame) / (to.frame - from.frame);
      const deviation = box.mayGo === false ? Infinity : deviationOf(from, to, share, box);
      if (deviation > max) [farthest, max] = [i, deviation];
    }
    if (farthest === -1) continue;
    needed.add(farthest);
    stretches.push([first, farthest], [farthest, last]);
  }
  return boxes.filter((_, i) => needed.has(i));
}

/** The largest distance of a side, or of a further value, from its interpolated position. */
function deviationOf(from: TimedBox, to: TimedBox, share: number, actual: TimedBox): number {
  const largest = (a: readonly number[], b: readonly number[], now: readonly number[]): number => {
    let max = 0;
    for (const [i, value] of now.entries()) max = Math.max(max, Math.abs(value - (a[i]! + (b[i]! - a[i]!) * share)));
    return max;
  };
  const { also = [] } = actual;
  const sides = largest(from.bounds, to.bounds, actual.bounds);
  if (from.also?.length !== also.length || to.also?.length !== also.length) return sides;
  return Math.max(sides, largest(from.also, to.also, also));
}

/** Why two tracks cannot be swapped: both must start before this frame and reach it. */
export function canSwap(core: AnnotationCore, tracks: readonly TrackId[], frame: FrameNumber): boolean {
  return (
    tracks.length === 2 &&
    tracks.every((id) => {
      if (!core.hasTrack(id)) return false;
      const { begin, end } = core.track(id);
      return begin < frame && frame <= end;
    })
  );
}

/**
 * From `frame` on, each of the two continues as the other. Ids, types and attributes stay with the earlier part, which
 * undoes a tracker's identity switch, and everything that refers to the tracks stays valid.
 */
export function swapTracks(means: Means, [a, b]: readonly [TrackId, TrackId], frame: FrameNumber): void {
  const [first, second] = [identityOf(means.core, a), identityOf(means.core, b)];
  const [beforeA, afterA] = means.tx.tracks.split(a, frame);
  const [beforeB, afterB] = means.tx.tracks.split(b, frame);
  joinStretches(means, first, [beforeA, afterB]);
  joinStretches(means, second, [beforeB, afterA]);
}

/**
 * Splits `from` on `frame`; the rest continues as `to`. Both keep id, type and attributes; on frames that both have,
 * `to` wins.
 */
export function handOver(means: Means, from: TrackId, to: TrackId, frame: FrameNumber): void {
  const { tx, core } = means;
  const [giving, taking] = [identityOf(core, from), identityOf(core, to)];
  const [before, after] = tx.tracks.split(from, frame);
  joinStretches(means, giving, [before]);
  tx.tracks.merge([to, after]);
  putBack(means, taking);
}

/** Everything about a track except its detections. */
interface Identity {
  readonly id: TrackId;
  readonly pairs: readonly { readonly type: string; readonly confidence: number }[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

function identityOf(core: AnnotationCore, id: TrackId): Identity {
  const pairs = core.track(id).pairs.map(({ type, confidence }) => ({ type, confidence }));
  return { id, pairs, attributes: core.trackAttributes(id) };
}

/** A track made of parts, under an id that a split has freed. */
function joinStretches(means: Means, identity: Identity, parts: readonly TrackId[]): void {
  const { tx, core } = means;
  const { id, pairs } = identity;
  // A merge keeps the id of its first track, so a temporary track with the old id, one frame past the last, comes
  // first.
  const spare = (Math.max(...parts.map((part) => core.track(part).end)) + 1) as FrameNumber;
  tx.tracks.add({ id, pairs, frame: spare, bounds: [0, 0, 1, 1], interpolate: false });
  tx.tracks.merge([id, ...parts]);
  tx.detections.delete(id, spare, spare);
  putBack(means, identity);
}

/** Restores types and attributes from before the merge. */
function putBack({ tx, core }: Means, { id, pairs, attributes }: Identity): void {
  tx.tracks.setPairs(id, pairs);
  const foreign = Object.keys(core.trackAttributes(id)).filter((name) => !Object.hasOwn(attributes, name));
  for (const name of foreign) tx.tracks.setAttribute(id, name, undefined);
}
