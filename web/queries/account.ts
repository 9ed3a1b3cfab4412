/** Queries of the account page: API keys, and the scopes of a key. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export const apiKeysQuery = question({
  queryKey: [...keys.account, "keys"],
  queryFn: ({ signal }) => api.call("apiKey.list", { limit: 0 }, { signal }),
});

export function sessionsQuery(userId: string) {
  return question({
    queryKey: [...keys.account, "sessions", userId],
    queryFn: ({ signal }) => api.call("user.sessions", { id: userId }, { signal }),
  });
}

export const scopesQuery = question({
  queryKey: [...keys.account, "scopes"],
  queryFn: ({ signal }) => api.call("token.scopes", {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
