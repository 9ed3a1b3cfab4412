/** Recursive contents of folders and collections: a folder itself only knows the size of its own files. */
import { keepPreviousData } from "@tanstack/query-core";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import type { Entry } from "./places.ts";
import { question } from "./question.ts";

export interface Contents {
  readonly folders: number;
  readonly datasets: number;
  readonly files: number;
  readonly tracks: number;
  /** Number of types of these tracks. */
  readonly types: number;
  /** `null` if there are too many tracks to examine. */
  readonly reviewed: number | null;
  readonly bytes: number;
}

/** By id; only for entries that are folders or collections. */
export function contentsQuery(entries: readonly Pick<Entry, "_id" | "_modelType">[]) {
  const idsOf = (type: "collection" | "folder") =>
    entries.filter(({ _modelType }) => _modelType === type).map(({ _id }) => _id);
  const resources = { collection: idsOf("collection"), folder: idsOf("folder") };
  return question({
    // With each id in the key, so that deleted entries are not requested again.
    queryKey: [...keys.places, "contents", ...resources.collection, ...resources.folder],
    async queryFn({ signal }) {
      if (resources.collection.length + resources.folder.length === 0) return new Map<string, Contents>();
      const counted = await api.call("resource.contents", { resources }, { signal });
      return new Map<string, Contents>(counted.map((one) => [one._id, one]));
    },
    placeholderData: keepPreviousData,
  });
}
