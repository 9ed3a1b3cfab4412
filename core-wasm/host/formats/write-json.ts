/** DIVE annotation JSON, version 2 (api/v1 section 20.2). */
import { applyExportFilter } from "./export-filter.ts";
import { livingGroups } from "../groups.ts";
import { encodeText, type CoreInstance } from "../instance.ts";
import { lossesOf } from "./losses.ts";
import { pictureLoss } from "./picture-names.ts";
import type { DiveJsonOptions, WritingPieces } from "../types.ts";
import { concatenate } from "./writing.ts";

/** The version of annotation documents that is written. */
export const ANNOTATION_VERSION = 2;

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
  for (const [index, { id, json }] of livingGroups(core).entries()) {
    yield concatenate([encodeText(`${index === 0 ? "" : comma}"${id}"${colon}`), styledJson(core, json)]);
  }
  yield encodeText(`}${comma}"version"${colon}${ANNOTATION_VERSION}`);
  const fps = options.fps ?? exports.document_fps.value;
  if (fps > 0) {
    const isWhole = isPython && Number.isInteger(fps);
    yield encodeText(`${comma}"fps"${colon}${fps}${isWhole ? ".0" : ""}`);
  }
  const extra = exports.document_extra.value;
  if (extra !== 0n) yield concatenate([encodeText(comma), styledJson(core, extra)]);
  yield encodeText("}");
  return { trackCount: exports.json_written.value, losses: [...lossesOf(core), ...pictureLoss(core)] };
}

/** JSON text of the heap in the current style. */
export function styledJson(core: CoreInstance, text: bigint): Uint8Array<ArrayBuffer> {
  const start = core.exports.transfer_open(core.exports.json_room(Number(text >> 32n)));
  return core.copy(start, core.exports.json_put(start, text));
}
