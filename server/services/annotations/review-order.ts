/**
 * The next tracks of sorted reviews. Some questions take a look at every track of every dataset, so one look finds the
 * tracks of many pages, which stay in the order in which they were found while a user turns pages.
 */
import type { ReviewPlace } from "../../domain/review.ts";
import type { ReviewQuery, ReviewRepository } from "../../ports/review.repository.ts";

/** Found at once, in addition to the requested page. */
const tracksAhead = 2000;
/** Reviews in memory, the least recently used first. A server process has its own. */
const maxReviews = 30;

interface FoundPlaces {
  readonly places: readonly ReviewPlace[];
  /** No more follow. */
  readonly isWhole: boolean;
}

export class ReviewOrder {
  readonly #review: ReviewRepository;
  readonly #found = new Map<string, FoundPlaces>();

  constructor(review: ReviewRepository) {
    this.#review = review;
  }

  /** Like `ReviewRepository.page`; a page without `after` is always up to date. */
  async page(query: ReviewQuery, signal?: AbortSignal): Promise<readonly ReviewPlace[]> {
    // In this order, no page changes those before it.
    if (query.sort === "dataset") return await this.#review.page(query, signal);
    const { after, limit, ...order } = query;
    const key = JSON.stringify(order);
    const known = after === undefined ? undefined : this.#found.get(key);
    const from = 1 + (known?.places.findIndex((place) => isSame(place, after!)) ?? -1);
    if (known !== undefined && from > 0 && (known.isWhole || known.places.length - from >= limit)) {
      this.#keep(key, known);
      return known.places.slice(from, from + limit);
    }
    const wanted = limit + tracksAhead;
    const places = await this.#review.page({ ...query, limit: wanted }, signal);
    this.#keep(key, { places, isWhole: places.length < wanted });
    return places.slice(0, limit);
  }

  #keep(key: string, found: FoundPlaces): void {
    this.#found.delete(key);
    this.#found.set(key, found);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= maxReviews) break;
      this.#found.delete(oldest);
    }
  }
}

function isSame(one: ReviewPlace, other: ReviewPlace): boolean {
  return one.trackId === other.trackId && one.datasetId === other.datasetId && one.rank === other.rank;
}
