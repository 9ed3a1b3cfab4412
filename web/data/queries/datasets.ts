/** What the data pages ask about one dataset. */
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { keys } from "./keys.ts";

export function datasetMediaQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.dataset(id), "media"],
    queryFn: ({ signal }) => api.call("dataset.media", { id }, { signal }),
    staleTime: 60_000,
  });
}
