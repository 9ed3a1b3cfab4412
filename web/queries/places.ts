/**
 * Places of the data browser (all data, users, collections, a user, a collection, a folder) and their contents.
 *
 * Folders come before files. The server pages the two separately, so a page of rows is assembled from both, using the
 * server's counts for the place.
 */
import { keepPreviousData } from "@tanstack/query-core";
import type { Collection, Folder, FolderMeta, Item, RootPathEntry, User } from "#schemas/wire";
import { unfinishedKey } from "#schemas/unfinished-key";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export type PlaceType = "root" | "users" | "collections" | "user" | "collection" | "folder";

export interface Place {
  readonly type: PlaceType;
  /** Empty for root, users and collections. */
  readonly id: string;
}

export type Entry = Folder | Item | User | Collection;

export interface EntryPage {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** Everything a header or a details panel needs to know about a place, except its rows. */
export interface PlaceInfo {
  /** Undefined for root, users and collections. */
  readonly document: Folder | User | Collection | undefined;
  /** From the root down, without the place itself. */
  readonly path: readonly RootPathEntry[];
  readonly folderCount: number;
  readonly itemCount: number;
}

export function placeInfoQuery({ type, id }: Place) {
  return question({
    queryKey: [...keys.place(type, id), "info"],
    queryFn: ({ signal }) => loadPlaceInfo(type, id, signal),
  });
}

async function loadPlaceInfo(type: PlaceType, id: string, signal: AbortSignal): Promise<PlaceInfo> {
  const nowhere: PlaceInfo = { document: undefined, path: [], folderCount: 0, itemCount: 0 };
  if (type === "user") {
    const [document, { nFolders }] = await Promise.all([
      api.call("user.get", { id }, { signal }),
      api.call("user.details", { id }, { signal }),
    ]);
    return { ...nowhere, document, folderCount: nFolders };
  }
  if (type === "collection") {
    const [document, { nFolders }] = await Promise.all([
      api.call("collection.get", { id }, { signal }),
      api.call("collection.details", { id }, { signal }),
    ]);
    return { ...nowhere, document, folderCount: nFolders };
  }
  if (type === "folder") {
    const [document, path, { nFolders, nItems }] = await Promise.all([
      queryClient.fetchQuery(folderQuery(id)),
      api.call("folder.rootPathOrRelative", { id }, { signal }),
      api.call("folder.details", { id }, { signal }),
    ]);
    return { document, path, folderCount: nFolders, itemCount: nItems };
  }
  return nowhere;
}

/** Sort order and filter, applied by the server, so that pages are consistent for places of any size. */
export interface EntrySort {
  readonly by: "lowerName" | "size" | "updated";
  readonly isDescending: boolean;
}

export interface EntryView {
  readonly sort: EntrySort;
  /** Part of the name or description; empty: everything. */
  readonly text: string;
}

export const plainView: EntryView = { sort: { by: "lowerName", isDescending: false }, text: "" };

export function entryPageQuery(place: Place, page: number, pageSize: number, view: EntryView = plainView) {
  return question({
    queryKey: [...keys.place(place.type, place.id), "entries", page, pageSize, view],
    queryFn: ({ signal }) => loadEntries(place, page * pageSize, pageSize, view, signal),
    placeholderData: keepPreviousData,
  });
}

async function loadEntries(
  { type, id }: Place,
  offset: number,
  limit: number,
  { sort, text }: EntryView,
  signal: AbortSignal,
): Promise<EntryPage> {
  if (type === "users") {
    const [entries, { nUsers }] = await Promise.all([
      api.call("user.list", { limit, offset }, { signal }),
      api.call("user.counts", {}, { signal }),
    ]);
    return { entries, total: nUsers };
  }
  if (type === "collections") {
    const { reply, total } = await api.callPaged("collection.list", { limit, offset }, { signal });
    return { entries: reply, total: total ?? reply.length };
  }
  if (type === "root") return { entries: [], total: 0 };
  const view = { sort: sort.by, sortdir: sort.isDescending ? -1 : 1, ...(text !== "" && { text }) };
  const query = { parentType: type, parentId: id, limit, offset, ...view } as const;
  const folders = await api.callPaged("folder.list", query, { signal });
  const folderTotal = folders.total ?? folders.reply.length;
  if (type !== "folder") return { entries: folders.reply, total: folderTotal };

  const itemOffset = Math.max(0, offset - folderTotal);
  // A limit of 0 would mean all: request one to learn the total, and drop it.
  const itemLimit = limit - folders.reply.length;
  const items = await api.callPaged(
    "item.list",
    { folderId: id, limit: Math.max(1, itemLimit), offset: itemOffset, ...view },
    { signal },
  );
  return {
    entries: [...folders.reply, ...items.reply.slice(0, itemLimit)],
    total: folderTotal + (items.total ?? items.reply.length),
  };
}

/** A folder that the annotator can open. */
export type DatasetFolder = Folder & { readonly meta: { readonly annotate: NonNullable<FolderMeta["annotate"]> } };

export function isDataset(entry: Entry): entry is DatasetFolder {
  return entry._modelType === "folder" && isTruthyMeta(entry.meta.annotate);
}

const mediaTypes: readonly unknown[] = ["video", "image-sequence", "large-image"];

/** A folder of completely uploaded media that have not become a dataset. */
type UnconvertedFolder = Folder & { readonly meta: { readonly type: NonNullable<FolderMeta["type"]> } };

export function isUnconverted(entry: Entry): entry is UnconvertedFolder {
  if (entry._modelType !== "folder" || isDataset(entry)) return false;
  return mediaTypes.includes(entry.meta.type) && entry.meta[unfinishedKey] == null;
}

export function isTruthyMeta(value: unknown): boolean {
  return [true, 1, "yes", "1", "true", "t", "True"].includes(value as never);
}

/** The display name; for users their login. */
export function entryName(entry: Entry): string {
  return entry._modelType === "user" ? entry.login : entry.name;
}

/** Only the document of a folder, for its name or parent. */
export function folderQuery(id: string) {
  return question({
    queryKey: [...keys.place("folder", id), "document"],
    queryFn: ({ signal }) => api.call("folder.get", { id }, { signal }),
  });
}

/** Limit of folders listed in a folder picker. */
export const maxFolders = 500;

/** The places inside a place: its folders; at the root the user's own space and the collections. */
export function foldersInQuery({ type, id }: Place, user: User) {
  return question({
    queryKey: [...keys.place(type, id), "folders"],
    async queryFn({ signal }): Promise<readonly (Folder | Collection | User)[]> {
      if (type === "user" || type === "collection" || type === "folder") {
        return await api.call("folder.list", { parentType: type, parentId: id, limit: maxFolders }, { signal });
      }
      return [user, ...(await api.call("collection.list", { limit: maxFolders }, { signal }))];
    },
  });
}

export interface SharedSort {
  readonly by: "created" | "name" | "type" | "size" | "ownerLogin";
  readonly direction: 1 | -1;
}

/** Folders and datasets shared with the user. */
export function sharedPageQuery(page: number, pageSize: number, { by, direction }: SharedSort) {
  return question({
    queryKey: [...keys.shared, page, pageSize, by, direction],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.callPaged(
        "folder.shared",
        { limit: pageSize, offset: page * pageSize, sort: by, sortdir: direction, onlyNonAccessibles: true },
        { signal },
      ),
  });
}

/** A text search for the whole text, not for each of its words. */
export function phraseOf(sought: string): string {
  return `"${sought.replaceAll('"', " ")}"`;
}

/** A text search also finds descriptions, which the lists of results do not show. */
export function isNamed({ name }: Folder, sought: string): boolean {
  return name.toLowerCase().includes(sought.toLowerCase());
}

/**
 * Users whose names start with the text, folders with the text in their names, first those that start with it, and
 * datasets by type, label and metadata: one request, so that nothing moves when a part arrives last.
 * @param types whose displayed names start with the text, in the user's language
 */
export function searchQuery(sought: string, types: readonly string[], limit: number) {
  return question({
    queryKey: [...keys.search, sought, types, limit],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const [{ user = [], folder = [] }, { folder: withText = [] }, hits] = await Promise.all([
        api.call("resource.search", { q: sought, mode: "prefix", types: ["user", "folder"], limit }, { signal }),
        api.call("resource.search", { q: phraseOf(sought), mode: "text", types: ["folder"], limit }, { signal }),
        api.call("dataset.search", { q: sought, types: [...types], limit }, { signal }),
      ]);
      const among = withText.filter((each) => isNamed(each, sought));
      const named = new Map([...folder, ...among].slice(0, limit).map((each) => [each._id, each]));
      return { users: user, folders: [...named.values()], datasets: hits.filter((hit) => !named.has(hit.folder._id)) };
    },
  });
}
