/** The cache of what the server said. One for the whole application, so that live messages can freshen it. */
import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from "@tanstack/query-core";
import { errorStatus, isSessionOver } from "../api/errors.ts";

/** Longer than a page stays open: pending queries are retried after the next log-in. */
const dayMs = 86_400_000;

/**
 * The library joins what is being asked for the first time: an answer from before the change would stay. Here it is asked
 * once more when that answer is there.
 */
export class FreshClient extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    await Promise.all([super.invalidateQueries(filters, options), ...first.map((query) => this.#askOnceMore(query))]);
  }

  #askOnceMore(query: Query): Promise<void> {
    const waiting = this.#again.get(query);
    if (waiting !== undefined) return waiting;
    const again = Promise.resolve(query.promise).then(
      () => {
        this.#again.delete(query);
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
      },
      // What could not be asked has nothing to freshen.
      () => void this.#again.delete(query),
    );
    this.#again.set(query, again);
    return again;
  }
}

export const queryClient = new FreshClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // An answer of the server stays the same when asked again; only silence is worth another try. An ended session is
      // no answer either: the page stays as it is until the user logs in on top of it.
      retry: (failures, error) =>
        isSessionOver(error) || (failures < 2 && (errorStatus(error) === 0 || (errorStatus(error) ?? 0) >= 502)),
      retryDelay: (attempt, error) => (isSessionOver(error) ? dayMs : 500 * 2 ** attempt),
    },
  },
});

/** After a log-in on top of a page: refetches everything on it, starting with the queries that have waited for that. */
export async function askAgain(): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

/** Retries everything the page could not read, not only the part next to the button. */
export async function retryFailed(): Promise<void> {
  await queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}
