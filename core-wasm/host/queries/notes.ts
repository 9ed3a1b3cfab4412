/** The users' notes on detections. */
import type { CoreInstance } from "../instance.ts";
import type { FrameNumber, NotedFrame, TrackId } from "../types.ts";
import { none } from "../wasm-exports.ts";

/** By track, in ascending order of frames; for all tracks, or for these. Tracks without notes are left out. */
export function notesOf(core: CoreInstance, ids?: readonly TrackId[]): Map<TrackId, readonly NotedFrame[]> {
  const { exports } = core;
  const noted = new Map<TrackId, readonly NotedFrame[]>();
  const look = (track: number): void => {
    const frames = framesOf(core, track);
    if (frames.length > 0) noted.set((exports.track_id(track) >>> 0) as TrackId, frames);
  };
  if (ids === undefined) {
    for (let position = 0, count = exports.track_count.value; position < count; position++) {
      look(exports.track_at(position));
    }
    return noted;
  }
  for (const id of ids) {
    const track = exports.track_find(id);
    if (track !== none) look(track);
  }
  return noted;
}

function framesOf(core: CoreInstance, track: number): NotedFrame[] {
  const { exports } = core;
  const found: NotedFrame[] = [];
  for (let row = exports.track_first_row(track), end = row + exports.track_row_count(track); row < end; row++) {
    const text = core.sliceText(exports.row_extra(row));
    if (!text.includes('"notes"')) continue;
    const { notes } = JSON.parse(`{${text}}`) as { readonly notes?: unknown };
    const texts = Array.isArray(notes) ? notes.filter((note): note is string => typeof note === "string") : [];
    if (texts.length > 0) found.push({ frame: (exports.row_frame(row) >>> 0) as FrameNumber, notes: texts });
  }
  return found;
}
