/** What the data pages ask about one dataset. */
import type { MultiCam, ReplyOf } from "#schemas";
import type { Folder } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { folderQuery, isDataset } from "./places.ts";
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
    queryFn: async () => (await bytesOf(cameras)) + folder.size,
  });
}

async function bytesOf(folderIds: readonly string[]): Promise<number> {
  const folders = await Promise.all(folderIds.map((id) => queryClient.fetchQuery(folderQuery(id))));
  return folders.reduce((sum, { size }) => sum + size, 0);
}

/** More folders than this are not looked at one by one; cameras neither, of which each is a question. */
const countedFolders = 1000;
const countedCameras = 60;

export interface DatasetCount {
  readonly count: number;
  /** With those of their cameras; null: there are too many of these to tell, or one of them is gone. */
  readonly bytes: number | null;
}

/** The datasets that lie directly in a folder. Null: there are too many folders to tell. */
export function datasetCountQuery(id: string) {
  return question({
    queryKey: [...keys.place("folder", id), "datasets"],
    queryFn: async ({ signal }): Promise<DatasetCount | null> => {
      const query = { parentType: "folder", parentId: id, limit: countedFolders } as const;
      const { reply, total } = await api.callPaged("folder.list", query, { signal });
      if ((total ?? reply.length) > reply.length) return null;
      const datasets = reply.filter(isDataset);
      const own = datasets.reduce((sum, { size }) => sum + size, 0);
      const cameras = datasets.flatMap(cameraFoldersOf);
      const ofCameras = cameras.length > countedCameras ? null : await bytesOf(cameras).catch(() => null);
      return { count: datasets.length, bytes: ofCameras === null ? null : own + ofCameras };
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

/** For those who administer the dataset. */
export function clonesQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "clones"],
    queryFn: ({ signal }) => api.call("dataset.clones", { id }, { signal }),
    staleTime: 60_000,
  });
}
export type Clone = ReplyOf<"dataset.clones">[number];

/** Types in published, shared and own datasets. */
export const summaryQuery = question({
  queryKey: keys.summary,
  queryFn: ({ signal }) => api.call("annotation.labels", { own: true }, { signal }),
});
