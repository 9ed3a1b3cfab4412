/** Queries of the scoring page: what can be compared in a dataset, and results. */
import type { ScoringEntry } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export function scoringSourcesQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "scoring sources"],
    queryFn: ({ signal }) => api.call("dataset.scoringSources", { id }, { signal }),
  });
}

/**
 * Results with these datasets, newest first and without duplicates; without datasets, those of all datasets that the
 * user may read.
 */
export function scoringsQuery(datasetIds: readonly string[]) {
  return question({
    queryKey: [...keys.scorings, "list", ...datasetIds],
    async queryFn({ signal }): Promise<readonly ScoringEntry[]> {
      if (datasetIds.length === 0) return await api.call("scoring.list", {}, { signal });
      const lists = await Promise.all(datasetIds.map((id) => api.call("dataset.scorings", { id }, { signal })));
      const once = new Map(lists.flat().map((entry) => [entry.jobId, entry]));
      return [...once.values()].toSorted((a, b) => b.created.localeCompare(a.created));
    },
  });
}

export function scoringQuery(datasetId: string, resultId: string) {
  return question({
    queryKey: [...keys.scorings, "result", datasetId, resultId],
    queryFn: ({ signal }) => api.call("dataset.scoring", { id: datasetId, resultId }, { signal }),
    // The numbers never change, but the colors of types do, perhaps on the page that the user returns from.
    staleTime: 0,
  });
}

export async function refreshScorings(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [...keys.scorings, "list"] });
}
