/** Attributes of one track, for panels and timelines. */
import type { CoreInstance } from "../instance.ts";
import type { AttributeKey, AttributeScalar, AttributeSeries, FrameNumber, TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";
import { readColumn, ValueKind } from "./attribute-column.ts";
import { detectionColumns, requireRows, requireTrack } from "./columns.ts";

type Attributes = Readonly<Record<string, unknown>>;

export function trackAttributes(core: CoreInstance, id: TrackId): Attributes {
  const json = core.sliceText(core.exports.track_attributes(requireTrack(core, id)));
  return json === "" ? {} : (JSON.parse(json) as Attributes);
}

export function detectionAttributes(core: CoreInstance, id: TrackId, frame: FrameNumber): Attributes {
  const { attributes } = storedMembers(core, id, frame);
  return typeof attributes === "object" && attributes !== null ? { ...attributes } : {};
}

/** The detection's members without a column; empty when no detection is stored on the frame. */
export function storedMembers(core: CoreInstance, id: TrackId, frame: FrameNumber): Readonly<Record<string, unknown>> {
  const { exports } = core;
  const row = exports.track_row_up_to(requireTrack(core, id), frame);
  if (row === none || exports.row_frame(row) >>> 0 !== frame) return {};
  return JSON.parse(`{${core.sliceText(exports.row_extra(row))}}`) as Record<string, unknown>;
}

export function attributeTexts(core: CoreInstance, key: AttributeKey): readonly string[] {
  return readColumn(core, key, 0, core.exports.track_entry_end.value).texts;
}

export function attributeSeries(core: CoreInstance, id: TrackId, key: Omit<AttributeKey, "belongs">): AttributeSeries {
  const { track, first } = requireRows(core, id);
  const { kinds, values, texts } = readColumn(core, { ...key, belongs: "detection" }, track, track + 1);
  const { frames } = detectionColumns(core);
  const series: { frames: FrameNumber[]; values: AttributeScalar[] } = { frames: [], values: [] };
  for (let index = 0; index < kinds.length; index++) {
    const kind = kinds[index];
    if (kind === ValueKind.none || kind === ValueKind.other) continue;
    const value = values[index]!;
    series.frames.push(frames[first + index]! as FrameNumber);
    series.values.push(
      kind === ValueKind.number ? value : kind === ValueKind.boolean ? value === 1 : (texts[value] ?? ""),
    );
  }
  return series;
}
