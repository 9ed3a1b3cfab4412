/** Attribute values that their definition does not allow. */
import type { AnnotationCore, AttributeScalar, FrameNumber, TrackId } from "../types.ts";
import type { AttributeLimits } from "../types/doubts.ts";

type Note = (trackId: number, frame: number, text: string) => void;

/** @param tracks with the frame that each begins on */
export function attributesOutside(
  core: AnnotationCore,
  limits: AttributeLimits,
  tracks: readonly (readonly [id: number, begin: number])[],
  note: Note,
): void {
  const { name, belongs } = limits;
  const look = (id: number, frame: number, value: AttributeScalar, place: string): void => {
    if (!isAllowed(limits, value)) note(id, frame, `${name} = ${JSON.stringify(value)} of ${place}`);
  };
  for (const [id, begin] of tracks) {
    if (belongs === "track") {
      const value = core.attributeValue({ belongs, attribute: name }, id as TrackId, begin as FrameNumber);
      if (value !== undefined) look(id, begin, value, `track ${id}`);
      continue;
    }
    const { frames, values } = core.attributeSeries(id as TrackId, { attribute: name });
    values.forEach((value, index) => look(id, frames[index]!, value, `track ${id} on frame ${frames[index]!}`));
  }
}

function isAllowed({ values, range }: AttributeLimits, value: AttributeScalar): boolean {
  if (values !== undefined && !values.includes(String(value))) return false;
  if (range === undefined) return true;
  const number = Number(value);
  return number >= range[0] && number <= range[1];
}
