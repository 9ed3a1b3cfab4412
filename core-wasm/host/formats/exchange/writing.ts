/** Getting annotations out of the core as DIVE JSON: documents, lists and rows. */
import { concatenate } from "../../join-bytes.ts";
import type { CoreInstance } from "../../instance.ts";
import { encodeText } from "../../instance.ts";
import { jsonStyles, none } from "../../wasm-exports.ts";
import type { GroupId, TrackId, TrackRowOptions, WriteReport, WritingPieces } from "../../types.ts";
import { CoreError } from "../../types.ts";

/** Room for what follows the tracks in a file. */
const spareBytes = 4096;
/** Tracks differ: the first ones say little about a whole that seems to be larger than this many times them. */
const mostGrowth = 64;

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

/** All pieces as one file. `written` is the share of the work that is done, from 0 to 1. */
export function joinPieces(pieces: WritingPieces, written: () => number): WriteReport {
  let joined = new Uint8Array();
  let length = 0;
  let step = pieces.next();
  for (; !step.done; step = pieces.next()) {
    const needed = length + step.value.length;
    if (needed > joined.length) {
      // What is not used of a block was never touched, and costs no memory.
      const growth = Math.min(1.05 / written(), mostGrowth);
      const grown = new Uint8Array(Math.ceil(needed * (growth > 1 ? growth : 1)) + spareBytes);
      grown.set(joined.subarray(0, length));
      joined = grown;
    }
    joined.set(step.value, length);
    length = needed;
  }
  return { bytes: joined.subarray(0, length), ...step.value };
}
