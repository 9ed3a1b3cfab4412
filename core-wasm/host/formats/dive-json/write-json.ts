/** DIVE annotation JSON, version 2 (api/v1 section 20.2). */
import { setMember } from "../../edits/members-text.ts";
import { applyExportFilter } from "../exchange/export-filter.ts";
import { liveGroups } from "../../groups.ts";
import { encodeText, type CoreInstance } from "../../instance.ts";
import { isObject } from "../../json.ts";
import { documentLoss, documentMembers, lossesOf } from "../problems/losses.ts";
import { pictureLoss } from "../pictures/picture-names.ts";
import type { DiveJsonOptions, WritingPieces } from "../../types.ts";
import { concatenate } from "../../join-bytes.ts";

/** The version of annotation documents that is written. */
export const annotationVersion = 2;

export function* writeDiveJson(core: CoreInstance, types: readonly string[], options: DiveJsonOptions): WritingPieces {
  const { exports } = core;
  const isPython = (options.style ?? "python") === "python";
  const [comma, colon] = isPython ? [", ", ": "] : [",", ":"];
  applyExportFilter(core, types, options.filter);
  exports.json_set_style(Number(isPython));
  yield encodeText(`{"tracks"${colon}{`);
  exports.losses_clear();
  exports.json_write_begin();
  while (exports.json_write_next.value < exports.track_count.value) {
    const end = exports.json_write_piece();
    yield core.between(exports.transfer_start.value, end);
  }
  yield encodeText(`}${comma}"groups"${colon}{`);
  for (const [index, { id, json }] of liveGroups(core).entries()) {
    yield concatenate([encodeText(`${index === 0 ? "" : comma}"${id}"${colon}`), styledJson(core, json)]);
  }
  yield encodeText(`}${comma}"version"${colon}${annotationVersion}`);
  const fps = options.fps ?? exports.document_fps.value;
  if (fps > 0) {
    const isWhole = isPython && Number.isInteger(fps);
    yield encodeText(`${comma}"fps"${colon}${fps}${isWhole ? ".0" : ""}`);
  }
  const reserved = documentMembers(core).filter(isReserved);
  const extra = styledMembers(
    core,
    reserved.map(([name]) => name),
  );
  if (extra.length > 0) yield concatenate([encodeText(comma), extra]);
  yield encodeText("}");
  const losses = [...documentLoss(reserved), ...lossesOf(core), ...pictureLoss(core)];
  return { trackCount: exports.json_written.value, losses };
}

/**
 * Members left by another format that would have another meaning here: for example tables of COCO, or a map that looks
 * like a track.
 */
function isReserved([name, value]: readonly [string, unknown]): boolean {
  return ["tracks", "groups", "version", "fps"].includes(name) || (/^\d+$/.test(name) && isObject(value));
}

/** The members of the document in the current style, except for these names. */
export function styledMembers(core: CoreInstance, left: readonly string[]): Uint8Array {
  const extra = core.exports.document_extra.value;
  if (extra === 0n) return new Uint8Array();
  if (left.length === 0) return styledJson(core, extra);
  // As text, so that numbers stay unchanged.
  const text = encodeText(left.reduce((members, name) => setMember(members, [name], undefined), core.sliceText(extra)));
  if (text.length === 0) return text;
  const start = core.openSource(text);
  const styled = styledJson(core, BigInt(start) | (BigInt(text.length) << 32n));
  core.exports.source_close(start, text.length);
  return styled;
}

/** JSON text of the heap in the current style. */
export function styledJson(core: CoreInstance, text: bigint): Uint8Array<ArrayBuffer> {
  const start = core.exports.transfer_open(core.exports.json_room(Number(text >> 32n)));
  return core.copy(start, core.exports.json_put(start, text));
}
