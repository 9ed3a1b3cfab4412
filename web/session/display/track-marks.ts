/**
 * Tracks that an attribute marks with `true`, so that every format and client preserves the mark. Read once per
 * document, then updated step by step: examining every track after every edit would take too long.
 */

import type { AnnotationCore, TrackId } from "#core/types";
import type { AnnotationDocument } from "../document/annotation-document.ts";

/** Reading 100,000 tracks takes half a second: from this many on, they are read on first use. */
export const lazyReadThreshold = 20_000;

/** The marked tracks of each document. */
export class MarkedTracks {
  readonly #attribute: string;
  readonly #ids = new WeakMap<AnnotationDocument, Set<TrackId>>();

  constructor(attribute: string) {
    this.#attribute = attribute;
  }

  /** A new set after each change, since subscribers compare by identity; empty until the document has been read. */
  of(document: AnnotationDocument): ReadonlySet<TrackId> {
    return new Set(this.#ids.get(document));
  }

  /** Reads a document if it was not read yet. `types`: examines only tracks of these types, and none if empty. */
  read(document: AnnotationDocument, types?: readonly string[]): void {
    if (this.#ids.has(document)) return;
    const marked = types?.length === 0 ? new Set<TrackId>() : readMarked(document.core, this.#attribute, types);
    this.#ids.set(document, marked);
  }

  /** Call after a step that changed these tracks. */
  note(document: AnnotationDocument, touched: readonly TrackId[]): void {
    const marked = this.#ids.get(document);
    if (marked === undefined) return;
    for (const id of touched) {
      if (isMarked(document.core, id, this.#attribute)) marked.add(id);
      else marked.delete(id);
    }
  }
}

export function isMarked(core: AnnotationCore, id: TrackId, attribute: string): boolean {
  return core.hasTrack(id) && core.trackAttributes(id)[attribute] === true;
}

export function readMarked(core: AnnotationCore, attribute: string, types?: readonly string[]): Set<TrackId> {
  const marked = core.select({
    thresholds: { default: 0 },
    attributes: [{ belongs: "track", attribute, test: { op: "=", values: [true] } }],
    ...(types && { types }),
  });
  return new Set(marked as Iterable<number> as Iterable<TrackId>);
}
