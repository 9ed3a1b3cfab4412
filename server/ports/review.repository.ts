/**
 * Current tracks of many datasets in one order, a page at a time. Sorted by a value of each track, then by dataset and
 * id. Only the tracks of the page itself are read in full.
 */
import type { ReviewChange, ReviewPlace, ReviewSort } from "../domain/review.ts";
import type { AnnotationScope } from "./annotation.repository.ts";

export interface ReviewFilter {
  readonly datasetIds: readonly string[];
  readonly setName: string;
  /** Best types; empty: all tracks, including those without a type. */
  readonly types: readonly string[];
  /** Confidence of the best type. */
  readonly leastConfidence: number | undefined;
  /** `undefined`: either. */
  readonly isReviewed: boolean | undefined;
  /** The kind of author of their latest version; `undefined`: any. */
  readonly lastChange: ReviewChange | undefined;
}

export interface ReviewQuery extends ReviewFilter {
  /** `dataset`: in the order of `datasetIds`. `size`: the area of the first box. */
  readonly sort: ReviewSort;
  readonly descending: boolean;
  readonly after: ReviewPlace | undefined;
  readonly limit: number;
}

export interface ReviewRepository {
  page(query: ReviewQuery): Promise<ReviewPlace[]>;
  count(filter: ReviewFilter): Promise<number>;
  /** How many tracks have each best type (`null`: none), most frequent first. */
  types(datasetIds: readonly string[], setName: string): Promise<{ type: string | null; count: number }[]>;
  /** JSON of tracks at a revision, by id; those that do not exist are left out. */
  tracks(scope: AnnotationScope & { revision: number }, ids: readonly number[]): Promise<Map<number, string>>;
}
