/** Writes annotations from the core as DIVE JSON: documents, lists and rows. */
import { concatenate } from "../../join-bytes.ts";
import type { CoreInstance } from "../../instance.ts";
import { encodeText } from "../../instance.ts";
import { jsonStyles, none } from "../../wasm-exports.ts";
import type { GroupId, TrackId, TrackRowOptions, WriteReport, WritingPieces } from "../../types.ts";
import { CoreError } from "../../types.ts";

/** Room for what follows the tracks in a file. */
const spareBytes = 4096;
/**
 * Limits the size estimate to this multiple: tracks differ, and the first ones say little about a much larger whole.
 */
const maxGrowth = 64;

/** A JSON array of these tracks, compact. */
export function writeTrackList(
  core: CoreInstance,
  ids: readonly TrackId[],
  { bounds = "whole" }: TrackRowOptions,
): Uint8Array<ArrayBuffer> {
  core.exports.json_set_style(bounds === "exact" ? jsonStyles.exact : jsonStyles.compact);
  core.exports.export_clear_filter();
  return joinList(ids.map((id) => trackJson(core, id)));
}

/** A JSON array of these groups, compact. */
export function writeGroupList(core: CoreInstance, ids: readonly GroupId[]): Uint8Array<ArrayBuffer> {
  return joinList(ids.map((id) => groupJson(core, id)));
}

/**
 * A track whose `features` contain only the changes on these frames, for a save: `{"upsert": [], "delete": [], "count":
 * 3}` with the frames that no longer have a detection and the total number of features.
 */
export function writeTrackChange(core: CoreInstance, id: TrackId, frames: readonly number[]): Uint8Array<ArrayBuffer> {
  const { exports } = core;
  exports.json_set_style(jsonStyles.compact);
  exports.export_clear_filter();
  const track = exports.track_find(id);
  const written = (write: (start: number) => number): Uint8Array<ArrayBuffer> => {
    const end = write(exports.transfer_open(0));
    return core.copy(exports.transfer_start.value, end);
  };
  const parts = [written((start) => exports.json_put_track_head(start, track)), encodeText('{"upsert":[')];
  const gone: number[] = [];
  for (const frame of frames) {
    const row = exports.track_row_up_to(track, frame);
    if (row === none || exports.row_frame(row) !== frame) {
      gone.push(frame);
      continue;
    }
    if (parts.length > 2) parts.push(encodeText(","));
    parts.push(written((start) => exports.json_put_feature(start, row)));
  }
  const count = exports.track_row_count(track);
  return concatenate([...parts, encodeText(`],"delete":${JSON.stringify(gone)},"count":${count}}}`)]);
}

function trackJson(core: CoreInstance, id: TrackId): Uint8Array<ArrayBuffer> {
  const track = core.exports.track_find(id);
  if (track === none) throw new CoreError("no-such-track", `Annotation ID not found: there is no track ${id}.`);
  const start = core.exports.transfer_open(0);
  const end = core.exports.json_put_track(start, track);
  return core.copy(core.exports.transfer_start.value, end);
}

function groupJson(core: CoreInstance, id: GroupId): Uint8Array<ArrayBuffer> {
  const group = core.exports.group_find(id);
  if (group === none) throw new CoreError("no-such-group", `There is no group ${id}.`);
  return encodeText(core.sliceText(core.exports.group_json(group)));
}

function joinList(items: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const comma = encodeText(",");
  const parts = items.flatMap((item, index) => (index === 0 ? [item] : [comma, item]));
  return concatenate([encodeText("["), ...parts, encodeText("]")]);
}

/**
 * All pieces as one file.
 * @param written returns the share of the work that is done, from 0 to 1; by default the room is doubled when it is full
 */
export function joinPieces(pieces: WritingPieces, written: () => number = () => 0.5): WriteReport {
  let joined = new Uint8Array();
  let length = 0;
  let step = pieces.next();
  for (; !step.done; step = pieces.next()) {
    const needed = length + step.value.length;
    if (needed > joined.length) {
      // The unused part of a block was never touched, and costs no memory.
      const growth = Math.min(1.05 / written(), maxGrowth);
      const grown = new Uint8Array(Math.ceil(needed * (growth > 1 ? growth : 1)) + spareBytes);
      grown.set(joined.subarray(0, length));
      joined = grown;
    }
    joined.set(step.value, length);
    length = needed;
  }
  return { bytes: joined.subarray(0, length), ...step.value };
}
