/** Tracks as the server stores them, one by one. */
import { sliceLength, sliceStart, type CoreInstance } from "../../instance.ts";
import type { FrameNumber, TrackId, TrackRow, TrackRowOptions } from "../../types.ts";
import { jsonStyles } from "../../wasm-exports.ts";

/** By ascending id. The core must not be changed before the generator has finished. */
export function* trackRows(
  core: CoreInstance,
  types: readonly string[],
  { bounds = "whole" }: TrackRowOptions,
): Generator<TrackRow> {
  const style = bounds === "exact" ? jsonStyles.exact : jsonStyles.compact;
  const { exports } = core;
  for (let position = 0; position < exports.track_count.value; position++) {
    const track = exports.track_at(position);
    const pairs = exports.track_pairs(track);
    const best = sliceLength(pairs) === 0 ? undefined : sliceStart(pairs);
    const json = trackText(core, track, style);
    yield {
      id: (exports.track_id(track) >>> 0) as TrackId,
      begin: (exports.track_begin(track) >>> 0) as FrameNumber,
      end: (exports.track_end(track) >>> 0) as FrameNumber,
      label: best === undefined ? undefined : types[exports.pair_type(best)],
      confidence: best === undefined ? 0 : exports.pair_confidence(best),
      size: firstSize(core, track, bounds),
      json,
    };
  }
}

function firstSize({ exports }: CoreInstance, track: number, bounds: TrackRowOptions["bounds"]): number {
  if (exports.track_row_count(track) === 0) return 0;
  const place = exports.row_bounds(exports.track_first_row(track)) >>> 0;
  const edges = new Float64Array(exports.memory.buffer, place, 4);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = bounds === "whole" ? edges.map(nearest) : edges;
  return (x2 - x1) * (y2 - y1);
}

/** Halves become even, as in the JSON of the core. */
function nearest(value: number): number {
  const rounded = Math.round(value);
  return Math.abs(value % 1) === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

function trackText(core: CoreInstance, track: number, style: number): string {
  const { exports } = core;
  // Other writers may have run in between, so the style is set again for every row.
  exports.json_set_style(style);
  exports.export_clear_filter();
  const end = exports.json_put_track(exports.transfer_open(0), track) >>> 0;
  const start = exports.transfer_start.value >>> 0;
  return core.text(start, end - start);
}
