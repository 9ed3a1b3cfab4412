/**
 * Annotations as lines for visual comparison: each names its track or group, so that a hunk of a diff needs no context.
 */

import { documentFields } from "#core/diff/diff";
import { isDefault, splitGroup, splitTrack, type Fields } from "#core/diff/fields";
import type { AnnotationCore } from "#core/types";
import { placeText, valueText } from "./place-text.ts";

/**
 * One line per track, detection and group, with their fields; in the order of ids and frames, regardless of the file's
 * order.
 */
export function* textOfAnnotations(core: AnnotationCore): Generator<string> {
  const document = documentFields(core);
  if (document.size > 0) yield line("document", document);
  for (const { id, json } of core.writer.trackRows({ bounds: "exact" })) {
    const { fields, detections } = splitTrack(json);
    const lines = [line(placeText({ kind: "track", id }), fields)];
    for (const [frame, ofFrame] of [...detections].toSorted(([a], [b]) => a - b)) {
      lines.push(line(placeText({ kind: "track", id, frame }), ofFrame.fields));
    }
    yield lines.join("");
  }
  for (const { id, json } of core.writer.groupRows())
    yield line(placeText({ kind: "group", id }), splitGroup(json).fields);
}

function line(place: string, fields: Fields): string {
  const nonDefault = [...fields].filter(([path, value]) => !isDefault(path, value));
  const sorted = nonDefault.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${place}: ${sorted.map(([path, value]) => `${path} ${valueText(value)}`).join("; ")}\n`;
}
