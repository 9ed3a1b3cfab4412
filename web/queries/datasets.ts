/** What the data pages ask about one dataset. */
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

/** Where the cameras of a dataset lie, the one that is shown first before the others; none: it has its own media. */
export function cameraFoldersOf({ meta }: Folder): readonly string[] {
  if (meta.type !== "multi") return [];
  // Any client that may write the dataset can have written anything.
  const { cameras, defaultDisplay } = (meta["multiCam"] ?? {}) as Partial<MultiCam>;
  return Object.entries(cameras ?? {})
    .toSorted(([a], [b]) => Number(b === defaultDisplay) - Number(a === defaultDisplay))
    .map(([, camera]) => String(camera?.folderId));
}

/** More folders than this are not looked at one by one. */
const countedFolders = 1000;

/** How many datasets are directly in a folder. Null: there are too many folders to count. */
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

/** The datasets that changed last, of those that the person may read. */
export const recentlyChangedQuery = question({
  queryKey: [...keys.places, "recently changed"],
  queryFn: ({ signal }) => api.call("dataset.list", { limit: 6, sort: "updated", sortdir: -1 }, { signal }),
});
