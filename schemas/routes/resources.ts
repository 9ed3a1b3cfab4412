/** Operations on several kinds of documents: search, paths, bulk operations (api-v1 section 10). */
import { p, route } from "../route.ts";
import { exactly, integerShape, listOf, nullable, nullShape, optional, textShape } from "../json-shape.ts";
import {
  anyDocumentShape,
  collectionShape,
  folderShape,
  groupShape,
  itemShape,
  messageShape,
  trashEntryShape,
  userShape,
} from "../wire.ts";

const id = p.need.text();

/** Folder and item ids by kind, as `resource` calls take them. */
export interface ResourceIds {
  collection?: string[];
  folder?: string[];
  item?: string[];
  file?: string[];
  user?: string[];
  group?: string[];
}

/** Only the requested types. */
const foundShape = exactly({
  user: optional(listOf(userShape)),
  group: optional(listOf(groupShape)),
  folder: optional(listOf(folderShape)),
  item: optional(listOf(itemShape)),
  collection: optional(listOf(collectionShape)),
});

/** The contents of a folder or collection, at every depth. */
const contentsShape = exactly({
  _id: textShape,
  /** Without datasets. */
  folders: integerShape,
  /** A dataset of several cameras counts once. */
  datasets: integerShape,
  /** Outside datasets. */
  files: integerShape,
  /** In all annotation sets. */
  tracks: integerShape,
  /** Number of distinct best types of these tracks. */
  types: integerShape,
  /** Number of tracks with the attribute `reviewed`; `null`: there are too many to check each. */
  reviewed: nullable(integerShape),
  bytes: integerShape,
});

const selection = { resources: p.need.object<ResourceIds>(), includeMetadata: p.boolean(false) } as const;
const target = {
  resources: p.need.object<ResourceIds>(),
  parentType: p.need.oneOf(["user", "folder", "collection"]),
  parentId: p.need.text(),
  progress: p.boolean(false),
} as const;

export const resourceRoutes = {
  "resource.search": route(foundShape)("GET", "resource/search", {
    auth: "public",
    summary: "Searches names; one key per requested type.",
    parameters: {
      q: p.need.search(),
      mode: p.text("text"),
      types: p.need.array<string>(),
      level: p.integer(0),
      limit: p.integer(10),
      offset: p.integer(0),
    },
  }),
  "resource.lookup": route(nullable(anyDocumentShape))("GET", "resource/lookup", {
    auth: "public",
    summary: "The document at /user/<login>/folder/... or /collection/<name>/...",
    parameters: { path: p.need.text(), test: p.boolean(false) },
  }),
  "resource.path": route(textShape)("GET", "resource/:id/path", {
    auth: "public",
    summary: "The path of a document.",
    parameters: { id, type: p.need.text() },
  }),
  "resource.contents": route(listOf(contentsShape))("GET", "resource/contents", {
    auth: "public",
    summary: "What folders and collections hold at every depth, as far as the caller may read it.",
    parameters: { resources: p.need.object<Pick<ResourceIds, "collection" | "folder">>() },
  }),
  "resource.delete": route(nullable(exactly({ trash: listOf(textShape) })))("DELETE", "resource", {
    auth: "user",
    summary:
      "Deletes folders, items and more at once; with `trash` folders and items can be restored, and the reply has their entries.",
    parameters: { resources: p.need.object<ResourceIds>(), trash: p.boolean(false), progress: p.boolean(false) },
  }),
  "trash.list": route(listOf(trashEntryShape))("GET", "trash", {
    auth: "user",
    summary: "Deleted folders and files that the caller can restore, newest first.",
    parameters: { limit: p.integer(50), offset: p.integer(0) },
  }),
  "trash.restore": route(folderShape)("POST", "trash/:id/restore", {
    auth: "user",
    summary: "Puts a deleted folder, or files, back to where they were.",
    parameters: { id },
  }),
  "trash.delete": route(messageShape)("DELETE", "trash/:id", {
    auth: "user",
    summary: "Deletes an entry of the trash for good.",
    parameters: { id },
  }),
  "resource.get": route(anyDocumentShape)("GET", "resource/:id", {
    auth: "admin",
    summary: "Any document by its kind and id.",
    parameters: { id, type: p.need.text() },
  }),
  "resource.download": route<never>()("GET", "resource/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "A selection as a zip.",
    parameters: selection,
  }),
  "resource.postDownload": route<never>()("POST", "resource/download", {
    auth: "public",
    reply: "raw",
    summary: "The same for selections that are too long for an address.",
    parameters: selection,
  }),
  "resource.move": route(nullShape)("PUT", "resource/move", {
    auth: "user",
    summary: "Moves folders and items.",
    parameters: target,
  }),
  "resource.copy": route(nullShape)("POST", "resource/copy", {
    auth: "user",
    summary: "Copies folders and items.",
    parameters: target,
  }),
  "resource.setTimestamp": route(anyDocumentShape)("PUT", "resource/:id/timestamp", {
    auth: "admin",
    summary: "Changes when a document was created or updated.",
    parameters: { id, type: p.need.text(), created: p.text(), updated: p.text() },
  }),
} as const;
