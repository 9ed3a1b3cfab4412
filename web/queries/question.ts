/** A query to the server as data: its name in the cache, how it is fetched, how long the answer counts as fresh. */
import type { DataTag, QueryFunctionContext, QueryKey, keepPreviousData } from "@tanstack/query-core";

interface QuestionParts<Answer> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: Pick<QueryFunctionContext, "signal">) => Promise<Answer>;
  /** Milliseconds. */
  readonly staleTime?: number;
  readonly placeholderData?: typeof keepPreviousData;
}

/**
 * The type of the answer goes with the key, so that code that reads or writes the cache by it knows the type of the
 * entry.
 */
export type Question<Answer> = QuestionParts<Answer> & { readonly queryKey: DataTag<QueryKey, Answer> };

export function question<Answer>(parts: QuestionParts<Answer>): Question<Answer> {
  return parts as Question<Answer>;
}
