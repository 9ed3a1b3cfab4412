/** What the data pages ask about one dataset. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

export function datasetMediaQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "media"],
    queryFn: ({ signal }) => api.call("dataset.media", { id }, { signal }),
    staleTime: 60_000,
  });
}

/** Of a stereo pair; `null` where none is attached. */
export function calibrationQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "calibration"],
    queryFn: ({ signal }) => api.call("dataset.calibration", { folderId: id }, { signal }),
    staleTime: 60_000,
  });
}

/** Types in published, shared and own datasets. */
export const summaryQuery = question({
  queryKey: keys.summary,
  queryFn: ({ signal }) => api.call("annotation.labels", { own: true }, { signal }),
});
