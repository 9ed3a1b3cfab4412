/** Every box of every track, stored or computed between keyframes: the input of metrics. Copies. */
import { sliceLength, sliceStart, type CoreInstance } from "../instance.ts";
import { unknownType, type TrackBoxes, type TrackId } from "../types.ts";
import { detectionColumns, tracksWithRows, visitStretches } from "./columns.ts";

export function trackBoxes(core: CoreInstance, types: readonly string[]): readonly TrackBoxes[] {
  const { exports } = core;
  const found: (TrackBoxes & { readonly index: number })[] = [];
  const columns = detectionColumns(core);
  for (const rows of tracksWithRows(core)) {
    const frames: number[] = [];
    visitStretches(columns, rows, (from, to) => {
      for (let frame = from; frame < to; frame++) frames.push(frame);
    });
    const pairs = exports.track_pairs(rows.track);
    const best = sliceLength(pairs) === 0 ? undefined : sliceStart(pairs);
    found.push({
      index: rows.track,
      id: (exports.track_id(rows.track) >>> 0) as TrackId,
      type: best === undefined ? unknownType : (types[exports.pair_type(best)] ?? unknownType),
      confidence: best === undefined ? 1 : exports.pair_confidence(best),
      frames: Uint32Array.from(frames),
      bounds: new Float64Array(frames.length * 4),
    });
  }
  // Opening the transfer block may grow memory, so the views must not be used from here on.
  const target = exports.transfer_open(32) >>> 0;
  const box = new Float64Array(exports.memory.buffer, target, 4);
  for (const { index, frames, bounds } of found) {
    frames.forEach((frame, at) => {
      exports.track_store_bounds(target, index, frame);
      bounds.set(box, at * 4);
    });
  }
  return found.map(({ index: _, ...track }) => track);
}
