/**
 * Notes on detections (`notes`, as every client stores them): read once per document, then updated step by step.
 * Reading examines every detection, so in a huge document it waits until notes are first needed.
 */

import type { FrameNumber, NotedFrame, TrackId } from "#core/types";
import type { AnnotationDocument } from "../document/annotation-document.ts";

/** Number of detections. Reading a million of them takes about a second. */
export const lazyNotesThreshold = 200_000;

export type NotesByTrack = ReadonlyMap<TrackId, readonly NotedFrame[]>;

/** One place with notes, for lists. */
export interface NotePlace extends NotedFrame {
  readonly track: TrackId;
}

export class Notes {
  readonly #byDocument = new WeakMap<AnnotationDocument, NotesByTrack>();

  /** Empty until the document has been read. */
  of(document: AnnotationDocument): NotesByTrack {
    return this.#byDocument.get(document) ?? new Map();
  }

  read(document: AnnotationDocument): void {
    if (!this.#byDocument.has(document)) this.#byDocument.set(document, document.core.notes());
  }

  /** Call after a step that changed these tracks. */
  note(document: AnnotationDocument, touched: readonly TrackId[]): void {
    const before = this.#byDocument.get(document);
    if (before === undefined) return;
    const notes = document.core.notes(touched);
    if (notes.size === 0 && !touched.some((id) => before.has(id))) return;
    const next = new Map(before);
    for (const id of touched) next.delete(id);
    for (const [id, frames] of notes) next.set(id, frames);
    this.#byDocument.set(document, next);
  }
}

export function notesAt(notes: NotesByTrack, track: TrackId, frame: FrameNumber | undefined): readonly string[] {
  return notes.get(track)?.find((each) => each.frame === frame)?.notes ?? [];
}

/** Places whose notes contain all searched words, ignoring case, sorted by frame. */
export function findNotes(notes: NotesByTrack, search: string): readonly NotePlace[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const all = [...notes].flatMap(([track, frames]) => frames.map((each): NotePlace => ({ track, ...each })));
  return all
    .filter((place) => {
      const text = place.notes.join("\n").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => a.frame - b.frame || a.track - b.track);
}
