/** Describes in words how two versions of a track differ. */

import type { Difference } from "#core/diff/differences";
import { t, type TextKey } from "../../base/texts/index.ts";

/** The name of a field. */
export type FieldText = Exclude<Extract<TextKey, `compare.field.${string}`>, "compare.field.attribute">;

const fieldTexts: Readonly<Record<string, FieldText>> = {
  bounds: "compare.field.bounds",
  confidencePairs: "compare.field.type",
  attributes: "compare.field.attributes",
  geometry: "compare.field.geometry",
  keyframe: "compare.field.keyframe",
  interpolate: "compare.field.interpolate",
  detection: "compare.field.detection",
  members: "compare.field.members",
  notes: "compare.field.notes",
  begin: "compare.field.span",
  end: "compare.field.span",
  fishLength: "compare.field.length",
  "attributes/reviewed": "compare.field.reviewed",
  "attributes/frameLabel": "compare.field.frameLabel",
  "attributes/rotation": "compare.field.rotation",
};

/** "box, type". Attributes appear under their own names. */
export function fieldNames(fields: readonly string[]): string {
  return [...new Set(fields.map(fieldName))].join(", ");
}

function fieldName(field: string): string {
  const text = fieldTexts[field];
  if (text !== undefined) return t(text);
  const [area, name] = field.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return area === "attributes" && name !== undefined ? t("compare.field.attribute", { name }) : (area ?? field);
}

/** "box, type on 3 frames". For a frame label the frames themselves are the difference. */
export function describeDifference(difference: Difference, isLabel = false): string {
  const { kind, frames, trackFields, detectionFields } = difference;
  if (kind === "added") return t("compare.onlyOther");
  if (kind === "deleted") return t("compare.onlyHere");
  const fields = fieldNames(trackFields);
  if (frames.length === 0) return fields;
  const inside = isLabel
    ? t("compare.field.span")
    : t("compare.onFrames", { fields: fieldNames(detectionFields), count: frames.length });
  return fields === "" ? inside : `${fields}; ${inside}`;
}
