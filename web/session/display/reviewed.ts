/** Which tracks are marked as reviewed: the track attribute `reviewed`. */

import type { AnnotationCore, TrackId } from "#core/types";
import { isMarked } from "./track-marks.ts";

export const reviewedAttribute = "reviewed";

/** Which of the tracks a list shows. */
export type ReviewFilter = "all" | "toReview" | "reviewed" | "noted";

export function isReviewed(core: AnnotationCore, id: TrackId): boolean {
  return isMarked(core, id, reviewedAttribute);
}
