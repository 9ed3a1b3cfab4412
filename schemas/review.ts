/** Orders, filters and limits of a review, for the server that answers it and the page that asks for it. */

/** Orders of the tracks. */
export const reviewSorts = ["dataset", "confidence", "frame", "size"] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** Kinds of authors of the latest version of a track: a person in any page or program, a pipeline, or an import. */
export const reviewChanges = ["person", "pipeline", "import"] as const;
export type ReviewChange = (typeof reviewChanges)[number];

/** Bearers of an attribute. */
export const attributePlaces = ["track", "detection"] as const;
export type AttributePlace = (typeof attributePlaces)[number];

/** Whether the first page counts tracks and types, which takes longer than the page itself; `only`: without a page. */
export const reviewCounts = ["with", "without", "only"] as const;

/** Datasets per request. */
export const maxReviewedDatasets = 2000;
/** Entries per page, and tracks requested by their ids. */
export const maxReviewedTracks = 200;
