/** What differs between two versions of a track, in words. */

import type { Difference } from "#core/diff/differences";
import { t, type TextKey } from "../../base/texts/index.ts";

type FieldText = Extract<TextKey, `compare.field.${string}`>;

const fieldTexts: Readonly<Record<string, FieldText>> = {
  bounds: "compare.field.bounds",
  confidencePairs: "compare.field.type",
  attributes: "compare.field.attributes",
  geometry: "compare.field.geometry",
  keyframe: "compare.field.keyframe",
  interpolate: "compare.field.interpolate",
  detection: "compare.field.detection",
  members: "compare.field.members",
};

/** "box, type". */
export function fieldNames(fields: readonly string[]): string {
  return fields
    .map((field) => {
      const text = fieldTexts[field];
      return text === undefined ? field : t(text);
    })
    .join(", ");
}

/** "box, type on 3 frames". */
export function describeDifference({ kind, fields, frameCount }: Difference): string {
  if (kind === "added") return t("compare.onlyOther");
  if (kind === "deleted") return t("compare.onlyHere");
  const names = fieldNames(fields);
  return frameCount === 0 ? names : t("compare.onFrames", { fields: names, count: frameCount });
}
