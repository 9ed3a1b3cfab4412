/** Queries of the data pages about one dataset. */
import type { MultiCam, ReplyOf } from "#schemas";
import type { Folder } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { isDataset } from "./places.ts";
import { question } from "./question.ts";

export function datasetMediaQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "media"],
    queryFn: ({ signal }) => api.call("dataset.media", { id }, { signal }),
    staleTime: 60_000,
  });
}

/** The cameras of a dataset and their folders, the default one first; empty: the dataset has its own media. */
export function cameraFoldersOf({ meta }: Folder): readonly string[] {
  if (meta.type !== "multi") return [];
  // Any client with write access may have stored anything here.
  const { cameras, defaultDisplay } = (meta["multiCam"] ?? {}) as Partial<MultiCam>;
  return Object.entries(cameras ?? {})
    .toSorted(([a], [b]) => Number(b === defaultDisplay) - Number(a === defaultDisplay))
    .map(([, camera]) => String(camera?.folderId));
}

/** Above this number, folders are not counted. */
const countedFolders = 1000;

/** Number of datasets directly in a folder. Null if there are too many folders to count. */
export function datasetCountQuery(id: string) {
  return question({
    queryKey: [...keys.place("folder", id), "datasets"],
    queryFn: async ({ signal }): Promise<number | null> => {
      const query = { parentType: "folder", parentId: id, limit: countedFolders } as const;
      const { reply, total } = await api.callPaged("folder.list", query, { signal });
      return (total ?? reply.length) > reply.length ? null : reply.filter(isDataset).length;
    },
  });
}

/** The calibration of a stereo pair; `null` if none exists. */
export function calibrationQuery(id: string) {
  return question({
    queryKey: [...keys.dataset(id), "calibration"],
    queryFn: ({ signal }) => api.call("dataset.calibration", { folderId: id }, { signal }),
    staleTime: 60_000,
  });
}

/** Only for administrators of the dataset. */
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
  // Types are given colors on pages that the user returns from.
  staleTime: 0,
});

/** How many datasets the start page lists. */
const recentCount = 6;

/** The most recently changed datasets that the user may read, without the cameras of those with several. */
export const recentlyChangedQuery = question({
  queryKey: [...keys.places, "recently changed"],
  queryFn: async ({ signal }) => {
    const page = { limit: recentCount * 4, sort: "updated", sortdir: -1 };
    const datasets = await api.call("dataset.list", page, { signal });
    const ids = new Set(datasets.map(({ _id }) => _id));
    return datasets.filter(({ parentId }) => !ids.has(parentId)).slice(0, recentCount);
  },
});
