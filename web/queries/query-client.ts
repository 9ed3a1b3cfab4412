/** The cache of server responses. One for the whole application, so that live messages can refresh it. */
import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from "@tanstack/query-core";
import { errorStatus, isSessionOver } from "../api/errors.ts";

/** Longer than a page stays open: pending queries are retried after the next log-in. */
const dayMs = 86_400_000;

/**
 * TanStack Query joins a pending first request: a response from before the change would be kept. Here the query is sent
 * again once that response has arrived.
 */
export class FreshClient extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    await Promise.all([super.invalidateQueries(filters, options), ...first.map((query) => this.#refetch(query))]);
  }

  #refetch(query: Query): Promise<void> {
    const waiting = this.#again.get(query);
    if (waiting !== undefined) return waiting;
    const again = Promise.resolve(query.promise).then(
      () => {
        this.#again.delete(query);
        return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
      },
      // After an error there is nothing to refresh.
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
      // Retry only if the server did not respond: a response would be the same again. An expired session is not retried
      // either: the page stays as it is until the user logs in over it.
      retry: (failures, error) =>
        isSessionOver(error) || (failures < 2 && (errorStatus(error) === 0 || (errorStatus(error) ?? 0) >= 502)),
      retryDelay: (attempt, error) => (isSessionOver(error) ? dayMs : 500 * 2 ** attempt),
    },
  },
});

/** After a log-in over a page: refetches everything on it, starting with the queries that waited for it. */
export async function refetchAll(): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

/** Retries everything that the page could not load, not only the part next to the button. */
export async function retryFailed(): Promise<void> {
  await queryClient.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}
