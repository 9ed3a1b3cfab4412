/**
 * The frame between a track's keyframes where one more keyframe would help most. Between keyframes, the object is where
 * a tracker saw it, or, where nothing was seen, on the smooth path through the surrounding keyframes.
 */

import type { BoxBounds } from "../../../base/shape.ts";

export interface TimedKeyframe {
  readonly frame: number;
  readonly bounds: BoxBounds;
  /** Boxes are interpolated from here to the next keyframe. */
  readonly interpolates: boolean;
}

export interface BestKeyframe {
  readonly frame: number;
  /** The gain in overlap (IoU) of the interpolated boxes, summed over frames. */
  readonly gain: number;
  /** Where the object was seen there, if it was. */
  readonly bounds: BoxBounds | undefined;
}

/** The stretch between two keyframes, which are `first` and `last`. */
export interface Gap {
  readonly first: TimedKeyframe;
  readonly last: TimedKeyframe;
}

/** Assumed error of a frame where nothing was seen: loss of overlap per frame of distance to the nearest keyframe. */
const unseenError = 0.002;

/** @param seen boxes by frame, from `interpolateTracked`; keyframes may have been added or moved since */
export function bestKeyframe(
  keyframes: readonly TimedKeyframe[],
  seen: ReadonlyMap<number, BoxBounds>,
): BestKeyframe | undefined {
  let best: BestKeyframe | undefined;
  for (const [index, gap] of gapsOf(keyframes)) {
    const candidate = bestIn(gap, pathThroughGap(keyframes, index, seen), seen);
    if (candidate !== undefined && (best === undefined || candidate.gain > best.gain)) best = candidate;
  }
  return best;
}

/** Together with the index of their first keyframe. */
export function gapsOf(keyframes: readonly TimedKeyframe[]): readonly (readonly [number, Gap])[] {
  return keyframes.flatMap((first, index): (readonly [number, Gap])[] => {
    const last = keyframes[index + 1];
    const isGap = last !== undefined && first.interpolates && last.frame - first.frame > 1;
    return isGap ? [[index, { first, last }]] : [];
  });
}

/**
 * A tracker's boxes from the first keyframe of a gap forwards, and from the last one backwards where it had lost the
 * object. Drift is subtracted, so that the boxes match both keyframes.
 */
export function interpolateTracked(
  { first, last }: Gap,
  forwards: ReadonlyMap<number, BoxBounds>,
  backwards: ReadonlyMap<number, BoxBounds>,
): ReadonlyMap<number, BoxBounds> {
  const arrived = forwards.get(last.frame);
  const off = last.bounds.map((side, at) => (arrived === undefined ? 0 : side - arrived[at]!));
  const frames = last.frame - first.frame;
  const corrected = [...forwards].map(([frame, box]): [number, BoxBounds] => {
    const share = (frame - first.frame) / frames;
    const side = (n: 0 | 1 | 2 | 3): number => box[n] + off[n]! * share;
    return [frame, [side(0), side(1), side(2), side(3)]];
  });
  return new Map([...backwards, ...corrected, [first.frame, first.bounds], [last.frame, last.bounds]]);
}

/** The keyframe that brings the interpolated boxes closest to the path. */
function bestIn({ first, last }: Gap, way: readonly BoxBounds[], seen: ReadonlyMap<number, BoxBounds>) {
  const start = first.frame;
  const count = last.frame - start;
  const error = (from: number, to: number): number => {
    let sum = 0;
    for (let at = from + 1; at < to; at++) {
      const unseen = seen.has(start + at) ? 0 : unseenError * Math.min(at - from, to - at);
      sum += 1 - overlap(way[at]!, between(way[from]!, way[to]!, (at - from) / (to - from))) + unseen;
    }
    return sum;
  };
  const before = error(0, count);
  let best: BestKeyframe | undefined;
  // In long gaps, search in steps first, then around the best of them.
  const look = (from: number, to: number, step: number): void => {
    for (let at = from; at <= to; at += step) {
      const gain = before - error(0, at) - error(at, count);
      if (best === undefined || gain > best.gain)
        best = { frame: start + at, gain, bounds: seen.has(start + at) ? way[at] : undefined };
    }
  };
  const step = Math.max(1, Math.floor(count / 100));
  look(Math.min(count - 1, step), count - 1, step);
  const coarse = best as BestKeyframe | undefined;
  if (step === 1 || coarse === undefined) return coarse;
  const near = coarse.frame - start;
  look(Math.max(1, near - step), Math.min(count - 1, near + step), 1);
  return best;
}

/** Where the object is assumed to be on each frame between two keyframes; at both ends, the keyframes themselves. */
function pathThroughGap(
  keyframes: readonly TimedKeyframe[],
  index: number,
  seen: ReadonlyMap<number, BoxBounds>,
): readonly BoxBounds[] {
  const [first, last] = [keyframes[index]!, keyframes[index + 1]!];
  const count = last.frame - first.frame;
  const offAt = ({ frame, bounds }: TimedKeyframe): readonly number[] => {
    const box = seen.get(frame);
    return bounds.map((side, at) => (box === undefined ? 0 : side - box[at]!));
  };
  const [offFirst, offLast] = [offAt(first), offAt(last)];
  return Array.from({ length: count + 1 }, (_, at): BoxBounds => {
    if (at === 0) return first.bounds;
    if (at === count) return last.bounds;
    const share = at / count;
    const box = seen.get(first.frame + at);
    if (box === undefined) return smooth(keyframes, index, share);
    const side = (n: 0 | 1 | 2 | 3): number => box[n] + offFirst[n]! * (1 - share) + offLast[n]! * share;
    return [side(0), side(1), side(2), side(3)];
  });
}

/** A cubic through four keyframes (E. Catmull and R. Rom, 1974); straight if there are only two. */
function smooth(keyframes: readonly TimedKeyframe[], index: number, share: number): BoxBounds {
  const [first, last] = [keyframes[index]!, keyframes[index + 1]!];
  const [before = first, after = last] = [keyframes[index - 1], keyframes[index + 2]];
  const frames = last.frame - first.frame;
  const side = (n: 0 | 1 | 2 | 3): number => {
    const slope = (from: TimedKeyframe, to: TimedKeyframe): number =>
      ((to.bounds[n] - from.bounds[n]) / (to.frame - from.frame)) * frames;
    const [a, b] = [slope(before, last), slope(first, after)];
    const [p, q, s] = [first.bounds[n], last.bounds[n], share];
    return (
      p * (2 * s ** 3 - 3 * s ** 2 + 1) +
      a * (s ** 3 - 2 * s ** 2 + s) +
      q * (3 * s ** 2 - 2 * s ** 3) +
      b * (s ** 3 - s ** 2)
    );
  };
  return [side(0), side(1), side(2), side(3)];
}

function between(a: BoxBounds, b: BoxBounds, share: number): BoxBounds {
  const side = (n: 0 | 1 | 2 | 3): number => a[n] + (b[n] - a[n]) * share;
  return [side(0), side(1), side(2), side(3)];
}

/** Intersection over union of two boxes, 0..1. */
export function overlap(a: BoxBounds, b: BoxBounds): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const area = ([x1, y1, x2, y2]: BoxBounds): number => (x2 - x1) * (y2 - y1);
  return (width * height) / (area(a) + area(b) - width * height);
}
