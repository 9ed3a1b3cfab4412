/**
 * Review: detections of many datasets as pictures. Defines the request, the cursor of a page, and which boxes of a
 * track are shown: a few, spread evenly.
 */
import type { Feature, Track } from "#schemas";
import {
  attributePlaces,
  maxReviewedTracks,
  reviewChanges,
  reviewCounts,
  type ReviewSort,
  reviewSorts,
} from "#schemas/review";

export type { ReviewChange, ReviewSort } from "#schemas/review";
import { boolean, integer, listOf, number, object, oneOf, optional, text } from "./body-check.ts";

const maxBoxes = 8;

/** The body of `POST review/entries`. */
export const reviewBody = object(
  {
    datasetIds: listOf(text),
    set: optional(text),
    types: optional(listOf(text)),
    leastConfidence: optional(number),
    isReviewed: optional(boolean),
    lastChange: optional(oneOf(reviewChanges)),
    author: optional(text),
    source: optional(text),
    revision: optional(integer(1)),
    attribute: optional(
      object({ name: text, value: optional(text), belongs: optional(oneOf(attributePlaces)) }, "drop"),
    ),
    rules: optional(listOf(text)),
    sort: optional(oneOf(reviewSorts)),
    descending: optional(boolean),
    limit: optional(integer(1, maxReviewedTracks)),
    cursor: optional(text),
    counts: optional(oneOf(reviewCounts)),
  },
  "drop",
);

/** The end of a page: its last entry and the value it was sorted by. */
export interface ReviewPlace {
  readonly rank: number;
  readonly datasetId: string;
  readonly trackId: number;
}

/** The direction in which equal tracks come by dataset and id; the other direction is the exact reverse. */
const isLargestFirst: Readonly<Record<ReviewSort, boolean>> = {
  dataset: false,
  confidence: true,
  frame: false,
  size: true,
};

export interface ReviewOrdering {
  readonly sort: ReviewSort;
  readonly descending: boolean;
}

export const isReversed = ({ sort, descending }: ReviewOrdering): boolean => descending !== isLargestFirst[sort];

/** Negative: `a` is first. */
export function comparePlaces(ordering: ReviewOrdering, a: ReviewPlace, b: ReviewPlace): number {
  if (a.rank !== b.rank) return ordering.descending ? b.rank - a.rank : a.rank - b.rank;
  const byId = a.datasetId === b.datasetId ? a.trackId - b.trackId : a.datasetId < b.datasetId ? -1 : 1;
  return isReversed(ordering) ? -byId : byId;
}

export const cursorOf = ({ rank, datasetId, trackId }: ReviewPlace): string =>
  Buffer.from(JSON.stringify([rank, datasetId, trackId])).toString("base64url");

/** @returns `undefined` if the cursor is invalid */
export function placeOf(cursor: string): ReviewPlace | undefined {
  try {
    const [rank, datasetId, trackId] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (typeof rank !== "number" || typeof datasetId !== "string" || !Number.isSafeInteger(trackId)) return undefined;
    return { rank, datasetId, trackId: Number(trackId) };
  } catch {
    return undefined;
  }
}

export interface ReviewBox {
  readonly frame: number;
  readonly bounds: [number, number, number, number];
  readonly geometry?: NonNullable<Feature["geometry"]>;
}

/** The first and the last box, and others spread evenly in between. */
export function boxesOf({ features }: Pick<Track, "features">): ReviewBox[] {
  const boxed = features.filter(({ bounds }) => bounds !== undefined);
  const count = Math.min(maxBoxes, boxed.length);
  const step = count > 1 ? (boxed.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, n) => boxed[Math.round(n * step)]).flatMap((feature) => {
    if (feature?.bounds === undefined) return [];
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = feature.bounds;
    const { frame, geometry } = feature;
    return [{ frame, bounds: [x1, y1, x2, y2] as [number, number, number, number], ...(geometry && { geometry }) }];
  });
}
