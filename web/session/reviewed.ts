/**
 * Which tracks somebody has looked through: the track attribute `reviewed`, so that every format and client keeps it. Read
 * once for each document, then followed step by step: asking every track after every edit would take too long.
 */

import type { AnnotationCore, TrackId } from "#core/types";

export const reviewedAttribute = "reviewed";

/** Reading takes half a second for 100,000 tracks: with so many or more it waits until somebody filters by it. */
export const fewestReadLate = 20_000;

/** What of the tracks a list shows. */
export type ReviewFilter = "all" | "toReview" | "reviewed";

/** Reads all at once, and leaves the core with another filter: for documents that are not shown yet. */
export function readReviewed(core: AnnotationCore): Set<TrackId> {
  core.setFilter({
    thresholds: { default: 0 },
    attributes: [{ belongs: "track", attribute: reviewedAttribute, test: { op: "=", values: [true] } }],
  });
  return new Set(core.visibleTrackIds() as Iterable<number> as Iterable<TrackId>);
}

export function isReviewed(core: AnnotationCore, id: TrackId): boolean {
  return core.hasTrack(id) && core.trackAttributes(id)[reviewedAttribute] === true;
}

/** After a step that touched these tracks. */
export function noteReviewed(reviewed: Set<TrackId>, core: AnnotationCore, touched: readonly TrackId[]): void {
  for (const id of touched) {
    if (isReviewed(core, id)) reviewed.add(id);
    else reviewed.delete(id);
  }
}
