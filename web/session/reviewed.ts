/**
 * Which tracks somebody has looked through: the track attribute `reviewed`, so that every format and client keeps it. Read
 * once for each document, then followed step by step: asking every track after every edit would take too long.
 */

import type { AnnotationCore, TrackId } from "#core/types";
import type { AnnotationDocument } from "./annotation-document.ts";

export const reviewedAttribute = "reviewed";

/** Reading takes half a second for 100,000 tracks: with so many or more it waits until somebody filters by it. */
export const fewestReadLate = 20_000;

/** What of the tracks a list shows. */
export type ReviewFilter = "all" | "toReview" | "reviewed";

/** The tracks of each document that are marked. */
export class ReviewedTracks {
  readonly #ids = new WeakMap<AnnotationDocument, Set<TrackId>>();

  /** A new set each time, since whoever hears of it compares by identity; empty while nobody has read the document. */
  of(document: AnnotationDocument): ReadonlySet<TrackId> {
    return new Set(this.#ids.get(document));
  }

  /** Reads a document that was not read yet, which leaves its core with another filter. True where it was done. */
  read(document: AnnotationDocument): boolean {
    if (this.#ids.has(document)) return false;
    this.#ids.set(document, readReviewed(document.core));
    return true;
  }

  /** After a step that touched these tracks. */
  note(document: AnnotationDocument, touched: readonly TrackId[]): void {
    const reviewed = this.#ids.get(document);
    if (reviewed === undefined) return;
    for (const id of touched) {
      if (isReviewed(document.core, id)) reviewed.add(id);
      else reviewed.delete(id);
    }
  }
}

export function isReviewed(core: AnnotationCore, id: TrackId): boolean {
  return core.hasTrack(id) && core.trackAttributes(id)[reviewedAttribute] === true;
}

function readReviewed(core: AnnotationCore): Set<TrackId> {
  core.setFilter({
    thresholds: { default: 0 },
    attributes: [{ belongs: "track", attribute: reviewedAttribute, test: { op: "=", values: [true] } }],
  });
  return new Set(core.visibleTrackIds() as Iterable<number> as Iterable<TrackId>);
}
