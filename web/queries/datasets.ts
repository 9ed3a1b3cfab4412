/** What the data pages ask about one dataset. */
import type { MultiCam } from "#schemas";
import type { Folder } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { folderQuery } from "./places.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export function datasetMediaQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "media"],
    queryFn: ({ signal }) => api.call("dataset.media", { id }, { signal }),
    staleTime: 60_000,
  });
}

/** Where the cameras of a dataset lie, the one that is shown first before the others; none: it has its own media. */
export function cameraFoldersOf({ meta }: Folder): readonly string[] {
  if (meta.type !== "multi") return [];
  // Whoever may write the dataset can have written anything.
  const { cameras, defaultDisplay } = (meta["multiCam"] ?? {}) as Partial<MultiCam>;
  return Object.entries(cameras ?? {})
    .toSorted(([a], [b]) => Number(b === defaultDisplay) - Number(a === defaultDisplay))
    .map(([, camera]) => String(camera?.folderId));
}

/** What a dataset with cameras takes up: they have folders of their own. */
export function bytesWithCamerasQuery(folder: Folder) {
  const cameras = cameraFoldersOf(folder);
  return question({
    queryKey: [...keys.dataset(folder._id), "bytes", folder.size, ...cameras],
    async queryFn() {
      const folders = await Promise.all(cameras.map((id) => queryClient.fetchQuery(folderQuery(id))));
      return folders.reduce((sum, { size }) => sum + size, folder.size);
    },
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
