/** The cache of what the server said. One for the whole application, so that live messages can freshen it. */
import { QueryClient } from "@tanstack/react-query";
import { errorStatus } from "../../api/errors.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      // An answer of the server stays the same when asked again; only silence is worth another try.
      retry: (failures, error) => failures < 2 && (errorStatus(error) === 0 || (errorStatus(error) ?? 0) >= 502),
      retryDelay: (attempt) => 500 * 2 ** attempt,
    },
  },
});
