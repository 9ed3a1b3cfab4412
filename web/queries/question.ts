/** A server query as data: its cache key, how it is fetched, how long the response counts as fresh. */
import type { DataTag, QueryFunctionContext, QueryKey, keepPreviousData } from "@tanstack/query-core";

interface QuestionParts<Answer> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: Pick<QueryFunctionContext, "signal">) => Promise<Answer>;
  /** Milliseconds. */
  readonly staleTime?: number;
  readonly placeholderData?: typeof keepPreviousData;
}

/**
 * The key carries the type of the response, so that code that reads or writes the cache knows the type of the entry.
 */
export type Question<Answer> = QuestionParts<Answer> & { readonly queryKey: DataTag<QueryKey, Answer> };

export function question<Answer>(parts: QuestionParts<Answer>): Question<Answer> {
  return parts as Question<Answer>;
}
