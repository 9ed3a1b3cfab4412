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
    yield {
      id: (exports.track_id(track) >>> 0) as TrackId,
      begin: (exports.track_begin(track) >>> 0) as FrameNumber,
      end: (exports.track_end(track) >>> 0) as FrameNumber,
      label: sliceLength(pairs) === 0 ? undefined : types[exports.pair_type(sliceStart(pairs))],
      json: trackText(core, track, style),
    };
  }
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
