/**
 * `utility_thin_keyframes`: removes keyframes that interpolation reproduces anyway. After U. Ramer, 1972, and D.
 * Douglas and T. Peucker, 1973, with time as the line: the keyframe furthest from the straight line between two others
 * stays, and so on in both halves.
 */
import type { Feature, Track } from "#schemas";

import { type BuiltinPipeline, numberParameter } from "./builtin-pipeline.ts";

export const thinKeyframes: BuiltinPipeline = {
  description: {
    pipe: "utility_thin_keyframes.pipe",
    description: "Leaves out keyframes that the interpolation between others gives back to within a tolerance.",
    parameters: [numberParameter("tolerance", "Pixels that a side may move", 2, { min: 0, max: 1000, step: 0.5 })],
  },
  readsAnnotations: true,
  async run({ annotations, parameters, log }) {
    const tolerance = parameters.number("tolerance");
    let [before, after] = [0, 0];
    const tracks = Object.entries(annotations.tracks).map(([key, track]) => {
      const thin = thinTrack(track, tolerance);
      before += track.features.length;
      after += thin.features.length;
      return [key, thin] as const;
    });
    log(`${after} of ${before} keyframes stay.`);
    return { ...annotations, tracks: Object.fromEntries(tracks) };
  },
};

function thinTrack(track: Track, tolerance: number): Track {
  const { features } = track;
  const kept = new Set<number>();
  for (let start = 0; start < features.length;) {
    let end = start;
    while (end + 1 < features.length && isContinued(features[end] as Feature, features[end + 1] as Feature)) end++;
    keepNeeded(features, start, end, tolerance, kept);
    start = end + 1;
  }
  if (kept.size === features.length) return track;
  const left = [...kept].sort((a, b) => a - b);
  return {
    ...track,
    features: left.map((index, n) => {
      const feature = features[index] as Feature;
      const next = left[n + 1];
      return next === undefined || next === index + 1 ? feature : { ...feature, keyframe: true, interpolate: true };
    }),
  };
}

/** The box continues to the next keyframe without a gap. */
const isContinued = (one: Feature, next: Feature): boolean => one.interpolate === true || next.frame === one.frame + 1;

/** Whether it contains more than a box. */
const hasMore = ({ attributes, geometry }: Feature): boolean =>
  geometry !== undefined || Object.keys(attributes ?? {}).length > 0;

function keepNeeded(
  features: readonly Feature[],
  from: number,
  to: number,
  tolerance: number,
  kept: Set<number>,
): void {
  kept.add(from);
  kept.add(to);
  const waiting: [number, number][] = [];
  let last = from;
  for (let index = from + 1; index <= to; index++) {
    if (index < to && !hasMore(features[index] as Feature)) continue;
    kept.add(index);
    waiting.push([last, index]);
    last = index;
  }
  while (waiting.length > 0) {
    const [begin, end] = waiting.pop() as [number, number];
    let [worst, at] = [tolerance, -1];
    for (let index = begin + 1; index < end; index++) {
      const off = distance(features[begin] as Feature, features[index] as Feature, features[end] as Feature);
      if (off > worst) [worst, at] = [off, index];
    }
    if (at < 0) continue;
    kept.add(at);
    waiting.push([begin, at], [at, end]);
  }
}

/** The largest distance of a side from the straight line, in pixels. */
function distance(begin: Feature, { frame, bounds }: Feature, end: Feature): number {
  const share = (frame - begin.frame) / (end.frame - begin.frame);
  return Math.max(
    ...bounds.map((side, n) => {
      const [from, to] = [begin.bounds[n] as number, end.bounds[n] as number];
      return Math.abs(side - (from + (to - from) * share));
    }),
  );
}
