/**
 * What the annotations say that hardly anybody means: boxes that are inverted or empty, confidences that are none, tracks
 * without a type, frames that the dataset does not have. One problem a rule, with how often and where first.
 */
import { hostProblem, type HostProblemCode } from "../formats/host-problems.ts";
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import type { Problem } from "../types.ts";
import { detectionColumns, tracksWithRows } from "./columns.ts";

/** How often a rule is broken, and where first. */
interface Doubt {
  count: number;
  readonly example: string;
}

/** @param frameCount frames of the dataset, when they are known */
export function findDoubts(core: CoreInstance, types: readonly string[], frameCount?: number): readonly Problem[] {
  const doubts = new Map<HostProblemCode, Doubt>();
  const note = (code: HostProblemCode, example: () => string): void => {
    const doubt = doubts.get(code);
    if (doubt === undefined) doubts.set(code, { count: 1, example: example() });
    else doubt.count++;
  };
  const { exports } = core;
  const { frames, bounds } = detectionColumns(core);
  for (const { track, first, end } of tracksWithRows(core)) {
    const name = (): string => `track ${exports.track_id(track) >>> 0}`;
    for (let row = first; row < end; row++) {
      const width = bounds[row * 4 + 2]! - bounds[row * 4]!;
      const height = bounds[row * 4 + 3]! - bounds[row * 4 + 1]!;
      if (width > 0 && height > 0) continue;
      note(width < 0 || height < 0 ? "box-inverted" : "box-empty", () => `${name()} on frame ${frames[row]}`);
    }
    const pairs = exports.track_pairs(track);
    const count = sliceLength(pairs);
    for (let pair = sliceStart(pairs); pair < sliceStart(pairs) + count; pair++) {
      const confidence = exports.pair_confidence(pair);
      if (confidence >= 0 && confidence <= 1) continue;
      note("confidence-out-of-range", () => `${confidence} of ${name()}`);
    }
    const isUntyped = count === 0 || (count === 1 && types[exports.pair_type(sliceStart(pairs))] === "unknown");
    if (isUntyped) note("type-missing", name);
  }
  const found = [...doubts].map(([code, { count, example }]) => hostProblem(code, [String(count), example]));
  return [...found, ...behindLastFrame(exports.track_last_frame(), frameCount)];
}

/**
 * The warning when detections lie behind the frames of their dataset, for whoever knows both. Nothing when either is unknown.
 */
export function behindLastFrame(lastFrame = -1, frameCount?: number): readonly Problem[] {
  if (frameCount === undefined || frameCount <= 0 || lastFrame < frameCount) return [];
  return [hostProblem("frame-behind-last", [String(lastFrame), String(frameCount - 1)])];
}
