/** Facts about single tracks: their summary, keyframes and detections. */
import { boundsAt } from "../bounds-at.ts";
import { RowFlag } from "../border.ts";
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import type { ConfidencePair, DetectionView, FrameNumber, TrackId, TrackSummary } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { requireTrack } from "./columns.ts";

const boundsBytes = 32;

export function hasTrack({ exports }: CoreInstance, id: TrackId): boolean {
  return id === id >>> 0 && exports.track_find(id) !== none;
}

/** Throws `no-such-track`. */
export function trackSummary(core: CoreInstance, id: TrackId, types: readonly string[]): TrackSummary {
  const { exports } = core;
  const track = requireTrack(core, id);
  const pairs = confidencePairs(core, track, types);
  return {
    id,
    begin: (exports.track_begin(track) >>> 0) as FrameNumber,
    end: (exports.track_end(track) >>> 0) as FrameNumber,
    keyframeCount: exports.track_keyframe_count(track),
    shown: shownPair(core, track, pairs, types),
    pairs,
  };
}

/** Frames of the keyframes, ascending. Throws `no-such-track`. */
export function keyframesOf(core: CoreInstance, id: TrackId): Uint32Array {
  const { exports } = core;
  const track = requireTrack(core, id);
  const first = exports.track_first_row(track);
  const frames: number[] = [];
  for (let row = first, end = first + exports.track_row_count(track); row < end; row++) {
    if (exports.row_is_keyframe(row) !== 0) frames.push(exports.row_frame(row));
  }
  return Uint32Array.from(frames);
}

/** The stored or interpolated detection; `undefined` if there is neither. Throws `no-such-track`. */
export function detectionAt(core: CoreInstance, id: TrackId, frame: FrameNumber): DetectionView | undefined {
  const { exports } = core;
  const track = requireTrack(core, id);
  const row = exports.track_row_up_to(track, frame);
  if (row === none) return undefined;
  const target = exports.transfer_open(boundsBytes) >>> 0;
  if (exports.track_store_bounds(target, track, frame) === 0) return undefined;
  const keyframe = exports.track_keyframe_up_to(track, row);
  return {
    trackId: id,
    frame,
    bounds: boundsAt(new Float64Array(core.bytes().buffer, target, 4), 0),
    isKeyframe: keyframe === row && exports.row_frame(row) >>> 0 === frame,
    interpolates: keyframe !== none && (exports.row_flags(keyframe) & RowFlag.interpolates) !== 0,
  };
}

/** `track` is the index of the track in the core. */
function confidencePairs({ exports }: CoreInstance, track: number, types: readonly string[]): ConfidencePair[] {
  const pairs = exports.track_pairs(track);
  const first = sliceStart(pairs);
  return Array.from({ length: sliceLength(pairs) }, (_, index) => ({
    type: types[exports.pair_type(first + index)] ?? "",
    confidence: exports.pair_confidence(first + index),
  }));
}

/** A track without pairs is shown as `unknown`, with the confidence an import would give it. */
function shownPair(
  { exports }: CoreInstance,
  track: number,
  pairs: readonly ConfidencePair[],
  types: readonly string[],
): ConfidencePair | undefined {
  const type = exports.track_shown_type(track);
  if (type === none) return undefined;
  const name = types[type] ?? "";
  return pairs.find((pair) => pair.type === name) ?? { type: name, confidence: 1 };
}
