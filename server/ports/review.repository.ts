/**
 * Current tracks of many datasets in one order, a page at a time: see `comparePlaces`. Only the tracks of the page itself
 * are read in full.
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
  /** Id of the author of their latest version. */
  readonly author?: string | undefined;
  /** Description of the revision of their latest version: `Import COCO from a.json`; `Run motion` means all its runs. */
  readonly source?: string | undefined;
  /** The revision of their latest version. */
  readonly revision?: number | undefined;
  /** Only these tracks of each dataset. `key`: equal for equal questions. */
  readonly only?: { readonly key: string; idsOf(datasetId: string): Promise<readonly number[]> } | undefined;
}

export interface ReviewQuery extends ReviewFilter {
  /** `dataset`: in the order of `datasetIds`. `size`: the area of the first box. */
  readonly sort: ReviewSort;
  readonly descending: boolean;
  readonly after: ReviewPlace | undefined;
  readonly limit: number;
}

/** Wrote versions of tracks: a person, with all of their saves, the runs of a pipeline, or imports of one description. */
export interface ReviewWriter {
  readonly kind: ReviewChange;
  /** The login of a person; the description of a revision, that of a run without its counts and frames. */
  readonly name: string;
  /** Of a person. */
  readonly authorId?: string;
}

/** `signal` stops a query between two of its steps. */
export interface ReviewRepository {
  page(query: ReviewQuery, signal?: AbortSignal): Promise<ReviewPlace[]>;
  count(filter: ReviewFilter, signal?: AbortSignal): Promise<number>;
  /** How many tracks have each best type (`null`: none), most frequent first. */
  types(
    datasetIds: readonly string[],
    setName: string,
    signal?: AbortSignal,
  ): Promise<{ type: string | null; count: number }[]>;
  /** Who wrote revisions of the set, by kind, the latest first; the first hundred of each kind. */
  writers(datasetIds: readonly string[], setName: string): Promise<ReviewWriter[]>;
  /** JSON of tracks at a revision, by id; those that do not exist are left out. */
  tracks(scope: AnnotationScope & { revision: number }, ids: readonly number[]): Promise<Map<number, string>>;
  /** A set with tracks whose ranks are not stored: those of earlier versions. */
  findUnranked(): Promise<AnnotationScope | undefined>;
  /** Stores the ranks of some of these tracks. @returns of how many */
  fillRanks(scope: AnnotationScope): Promise<number>;
}
