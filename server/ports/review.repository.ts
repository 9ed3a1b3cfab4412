/**
 * Tracks of many datasets in one order, a page at a time, as they are now. The order is that of a value of each track, and
 * of dataset and id among equals. Of a page only its own tracks are read as a whole.
 */
import type { ReviewPlace, ReviewSort } from "../domain/review.ts";
import type { AnnotationScope } from "./annotation.repository.ts";

export interface ReviewFilter {
  readonly datasetIds: readonly string[];
  readonly setName: string;
  /** Best types; empty: all, and tracks without one. */
  readonly types: readonly string[];
  /** Of the best type. */
  readonly leastConfidence: number | undefined;
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
  /** How many tracks have which best type; `null`: none. The most frequent first. */
  types(datasetIds: readonly string[], setName: string): Promise<{ type: string | null; count: number }[]>;
  /** Tracks at a revision, as JSON by their ids; those that are not there are left out. */
  tracks(scope: AnnotationScope & { revision: number }, ids: readonly number[]): Promise<Map<number, string>>;
}
