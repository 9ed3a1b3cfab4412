/** The cache of what the server said. One for the whole application, so that live messages can freshen it. */
import { QueryClient } from "@tanstack/query-core";
import { errorStatus, isSessionOver } from "../api/errors.ts";

/** Longer than anybody leaves a page: what waits is asked again when somebody has logged in. */
const dayMs = 86_400_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // An answer of the server stays the same when asked again; only silence is worth another try.
      // A session that has ended is no answer either: the page stays as it is until somebody has logged in on top of it.
      retry: (failures, error) =>
        isSessionOver(error) || (failures < 2 && (errorStatus(error) === 0 || (errorStatus(error) ?? 0) >= 502)),
      retryDelay: (attempt, error) => (isSessionOver(error) ? dayMs : 500 * 2 ** attempt),
    },
  },
});

/** After a log-in on top of a page: everything on it is asked for again, and first what has waited for that. */
export async function askAgain(): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}
