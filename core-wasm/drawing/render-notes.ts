/** Sentences about what a result has not, or has in another form. */
import type { RenderReport } from "./render.ts";

export function renderNotes({ detections, isUneven, sound, unwritable }: RenderReport): string[] {
  const notes: string[] = [];
  if (isUneven)
    notes.push("The frames of the video are not evenly spaced in time: in the result each is shown equally long.");
  if (sound === "lost")
    notes.push(`The sound is left out: ${isUneven ? "it would not fit the pictures" : "it cannot be decoded"}.`);
  if (unwritable.length > 0) notes.push(`Letters that no font here has are squares, in ${unwritable.join(", ")}.`);
  if (detections === 0) notes.push("None of the annotations is on these frames, or all are filtered out.");
  return notes;
}
