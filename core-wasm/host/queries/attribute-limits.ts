/** Attribute values not allowed by their definition. */
import type { CoreInstance } from "../instance.ts";
import type { AttributeScalar } from "../types.ts";
import type { AttributeLimits } from "../types/issues.ts";
import { ValueKind } from "./attribute-column.ts";
import { detectionColumns, listTracks } from "./columns.ts";
import { readTrackValues } from "./track-values.ts";

type Note = (trackId: number, frame: number, text: () => string) => void;

/** By ascending id, on the frame of the value; the value of a track on its first frame. */
export function attributesOutside(core: CoreInstance, limits: AttributeLimits, note: Note): void {
  const { name, belongs } = limits;
  const { starts, kinds, values, texts } = readTrackValues(core, { belongs, attribute: name });
  const isTextAllowed = texts.map((text) => isAllowed(limits, text));
  const { frames } = detectionColumns(core);
  const list = listTracks(core);
  for (let at = 0; at < list.count; at++) {
    const [track, first, id] = [list.tracks[at]!, list.firsts[at]!, list.ids[at]!];
    const [start, end] = [starts[track]!, starts[track + 1]!];
    for (let index = start; index < end; index++) {
      const [kind, stored] = [kinds[index], values[index]!];
      if (kind === ValueKind.none || kind === ValueKind.other) continue;
      if (kind === ValueKind.text && isTextAllowed[stored]!) continue;
      const value = kind === ValueKind.number ? stored : kind === ValueKind.boolean ? stored === 1 : texts[stored]!;
      if (isAllowed(limits, value)) continue;
      // A track without detections has no frame.
      const frame = list.ends[at]! > first ? frames[first + index - start]! : 0;
      const place = belongs === "track" ? "" : ` on frame ${frame}`;
      note(id, frame, () => `${name} = ${JSON.stringify(value)} of track ${id}${place}`);
    }
  }
}

function isAllowed({ values, range }: AttributeLimits, value: AttributeScalar): boolean {
  if (values !== undefined && !values.includes(String(value))) return false;
  if (range === undefined) return true;
  const number = Number(value);
  return number >= range[0] && number <= range[1];
}
