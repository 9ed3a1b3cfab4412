/** Collections, folders, items, files and uploads (api-v1 sections 6 to 9). */
import {
  messageShape,
  folderShape,
  itemShape,
  fileShape,
  uploadOrFileShape,
  collectionShape,
  accessListShape,
  folderWithAccessShape,
  collectionWithAccessShape,
  rootPathEntryShape,
} from "../wire.ts";
import { p, route } from "../route.ts";
import { exactly, integerShape, listOf, nullShape, objectShape, type JsonShape, textShape } from "../json-shape.ts";
import type { FileDocument, Upload } from "../wire.ts";

const id = p.need.text();
const sorting = (sort: string) => ({ sort: p.text(sort), sortdir: p.integer(1) }) as const;
const paging = (sort: string) => ({ limit: p.integer(50), offset: p.integer(0), ...sorting(sort) }) as const;
const parentTypes = ["user", "folder", "collection"] as const;

const metadataRoutes = <Document>(kind: "collection" | "folder" | "item", document: JsonShape<Document>) => ({
  set: route(document, objectShape)("PUT", `${kind}/:id/metadata`, {
    auth: "user",
    summary: "Merges metadata at the top level; null deletes a key.",
    parameters: { id, allowNull: p.boolean(false) },
    body: "json",
  }),
  remove: route(document, listOf(textShape))("DELETE", `${kind}/:id/metadata`, {
    auth: "user",
    summary: "Deletes metadata keys.",
    parameters: { id },
    body: "json",
  }),
});
const metadataOf = {
  collection: metadataRoutes("collection", collectionShape),
  folder: metadataRoutes("folder", folderShape),
  item: metadataRoutes("item", itemShape),
};

/** Access to items and files follows from their folder. */
const accessRoutes = <Document>(kind: "collection" | "folder", withAccess: JsonShape<Document>) => ({
  get: route(accessListShape)("GET", `${kind}/:id/access`, {
    auth: "user",
    summary: "Who may do what.",
    parameters: { id },
  }),
  set: route(withAccess)("PUT", `${kind}/:id/access`, {
    auth: "user",
    summary:
      "Replaces the access list. With `was`, the list (and `public`) as the caller has read it, one that others have changed since is refused with 409.",
    parameters: {
      id,
      access: p.need.text(),
      was: p.text(),
      public: p.boolean(),
      publicFlags: p.array<string>(),
      recurse: p.boolean(false),
      progress: p.boolean(false),
    },
  }),
});
const accessOf = {
  collection: accessRoutes("collection", collectionWithAccessShape),
  folder: accessRoutes("folder", folderWithAccessShape),
};

export const fileRoutes = {
  "collection.list": route(listOf(collectionShape))("GET", "collection", {
    auth: "public",
    summary: "Collections, paged; Girder-Total-Count.",
    parameters: { text: p.search(), ...paging("name") },
  }),
  "collection.counts": route(exactly({ nCollections: integerShape }))("GET", "collection/details", {
    auth: "public",
    summary: "How many collections there are.",
  }),
  "collection.create": route(collectionShape)("POST", "collection", {
    auth: "user",
    summary: "Creates a collection.",
    parameters: { name: p.need.text(), description: p.text(""), public: p.boolean(false) },
  }),
  "collection.get": route(collectionShape)("GET", "collection/:id", {
    auth: "public",
    summary: "One collection.",
    parameters: { id },
  }),
  "collection.details": route(exactly({ nFolders: integerShape }))("GET", "collection/:id/details", {
    auth: "public",
    summary: "How many folders it has.",
    parameters: { id },
  }),
  "collection.update": route(collectionShape)("PUT", "collection/:id", {
    auth: "user",
    summary: "Renames or describes a collection.",
    parameters: { id, name: p.text(), description: p.text() },
  }),
  "collection.setMetadata": metadataOf.collection.set,
  "collection.deleteMetadata": metadataOf.collection.remove,
  "collection.access": accessOf.collection.get,
  "collection.setAccess": accessOf.collection.set,
  "collection.download": route<never>()("GET", "collection/:id/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Everything in it as a zip.",
    parameters: { id, mimeFilter: p.array<string>() },
  }),
  "collection.delete": route(messageShape)("DELETE", "collection/:id", {
    auth: "user",
    summary: "Deletes a collection with everything in it.",
    parameters: { id, progress: p.boolean(false) },
  }),

  "folder.list": route(listOf(folderShape))("GET", "folder", {
    auth: "public",
    summary: "Folders in a parent, or by text; Girder-Total-Count.",
    parameters: {
      parentType: p.oneOf(parentTypes),
      parentId: p.text(),
      name: p.text(),
      text: p.search(),
      ...paging("lowerName"),
    },
  }),
  "folder.create": route(folderShape)("POST", "folder", {
    auth: "user",
    summary: "Creates a folder, or returns the one of that name with reuseExisting.",
    parameters: {
      parentType: p.oneOf(parentTypes, "folder"),
      parentId: p.need.text(),
      name: p.need.text(),
      description: p.text(""),
      reuseExisting: p.boolean(false),
      public: p.boolean(),
      metadata: p.object(),
    },
  }),
  "folder.shared": route(listOf(folderShape))("GET", "folder/shared-folders", {
    auth: "user",
    summary: "Folders shared with the caller; Girder-Total-Count.",
    parameters: {
      limit: p.integer(50),
      offset: p.integer(0),
      sort: p.text("created"),
      sortdir: p.integer(-1),
      onlyNonAccessibles: p.boolean(true),
    },
  }),
  "folder.get": route(folderShape)("GET", "folder/:id", { auth: "public", summary: "One folder.", parameters: { id } }),
  "folder.update": route(folderShape)("PUT", "folder/:id", {
    auth: "user",
    summary: "Renames, describes or moves a folder.",
    parameters: {
      id,
      name: p.text(),
      description: p.text(),
      parentType: p.oneOf(parentTypes),
      parentId: p.text(),
      metadata: p.object(),
    },
  }),
  "folder.delete": route(messageShape)("DELETE", "folder/:id", {
    auth: "user",
    summary: "Deletes a folder with everything in it; with `trash` it can be restored for 30 days.",
    parameters: { id, trash: p.boolean(false), progress: p.boolean(false) },
  }),
  "folder.deleteContents": route(messageShape)("DELETE", "folder/:id/contents", {
    auth: "user",
    summary: "Empties a folder.",
    parameters: { id, progress: p.boolean(false) },
  }),
  "folder.copy": route(folderShape)("POST", "folder/:id/copy", {
    auth: "user",
    summary:
      "Copies a folder with what the caller can read in it; annotations of datasets come along, their history does not.",
    parameters: {
      id,
      parentType: p.oneOf(parentTypes),
      parentId: p.text(),
      name: p.text(),
      description: p.text(),
      public: p.oneOf(["original", "true", "false"], "original"),
      progress: p.boolean(false),
    },
  }),
  "folder.position": route(integerShape)("GET", "folder/:id/position", {
    auth: "public",
    summary: "How many folders come before this one in the list of the same parameters.",
    parameters: { id, parentType: p.oneOf(parentTypes), parentId: p.text(), text: p.search(), ...sorting("lowerName") },
  }),
  "folder.details": route(exactly({ nItems: integerShape, nFolders: integerShape }))("GET", "folder/:id/details", {
    auth: "public",
    summary: "How many items and folders it has.",
    parameters: { id },
  }),
  "folder.rootPath": route(listOf(rootPathEntryShape))("GET", "folder/:id/rootpath", {
    auth: "public",
    summary: "Ancestors from the root to the direct parent.",
    parameters: { id },
  }),
  "folder.rootPathOrRelative": route(listOf(rootPathEntryShape))("GET", "folder/:id/rootpath_or_relative", {
    auth: "user",
    summary: "Ancestors as far as the caller can read.",
    parameters: { id },
  }),
  "folder.setMetadata": route(folderShape, objectShape)("PUT", "folder/:id/metadata", {
    auth: "user",
    summary:
      "Merges metadata at the top level; null deletes a key. With `was`, keys with values as the caller has read them (null: missing), a change is refused with 409 if one has another value by now.",
    parameters: { id, allowNull: p.boolean(false), was: p.object() },
    body: "json",
  }),
  "folder.deleteMetadata": metadataOf.folder.remove,
  "folder.access": accessOf.folder.get,
  "folder.setAccess": accessOf.folder.set,
  "folder.download": route<never>()("GET", "folder/:id/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Everything in it as a zip.",
    parameters: { id, mimeFilter: p.array<string>() },
  }),

  "item.list": route(listOf(itemShape))("GET", "item", {
    auth: "public",
    summary: "Items in a folder, or by text; Girder-Total-Count.",
    parameters: { folderId: p.text(), name: p.text(), text: p.search(), ...paging("lowerName") },
  }),
  "item.create": route(itemShape)("POST", "item", {
    auth: "user",
    summary: "Creates an item without a file.",
    parameters: {
      folderId: p.need.text(),
      name: p.need.text(),
      description: p.text(""),
      reuseExisting: p.boolean(false),
      metadata: p.object(),
    },
  }),
  "item.get": route(itemShape)("GET", "item/:id", { auth: "public", summary: "One item.", parameters: { id } }),
  "item.update": route(itemShape)("PUT", "item/:id", {
    auth: "user",
    summary: "Renames, describes or moves an item.",
    parameters: { id, name: p.text(), description: p.text(), folderId: p.text(), metadata: p.object() },
  }),
  "item.delete": route(messageShape)("DELETE", "item/:id", {
    auth: "user",
    summary: "Deletes an item with its files.",
    parameters: { id },
  }),
  "item.setMetadata": metadataOf.item.set,
  "item.deleteMetadata": metadataOf.item.remove,
  "item.copy": route(itemShape)("POST", "item/:id/copy", {
    auth: "user",
    summary: "Copies an item with its files, which share their contents.",
    parameters: { id, folderId: p.text(), name: p.text(), description: p.text() },
  }),
  "item.position": route(integerShape)("GET", "item/:id/position", {
    auth: "public",
    summary: "How many items come before this one in the list of the same parameters.",
    parameters: { id, folderId: p.text(), text: p.search(), ...sorting("lowerName") },
  }),
  "item.files": route(listOf(fileShape))("GET", "item/:id/files", {
    auth: "public",
    summary: "Files of an item; Girder-Total-Count.",
    parameters: { id, ...paging("name") },
  }),
  "item.rootPath": route(listOf(rootPathEntryShape))("GET", "item/:id/rootpath", {
    auth: "public",
    summary: "Ancestors from the root to the folder.",
    parameters: { id },
  }),
  "item.download": route<never>()("GET", "item/:id/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "Its file, with byte ranges; several files as a zip.",
    parameters: {
      id,
      offset: p.integer(0),
      format: p.text(),
      contentDisposition: p.oneOf(["attachment", "inline"], "attachment"),
      extraParameters: p.text(),
    },
  }),

  "file.create": route<Upload | FileDocument, Blob | Uint8Array>(uploadOrFileShape)("POST", "file", {
    auth: "user",
    summary: "Starts an upload; the first or only chunk may come along as raw body. `folderWas` as for a chunk.",
    parameters: {
      parentType: p.need.oneOf(["folder", "item"]),
      parentId: p.need.text(),
      name: p.need.text(),
      size: p.integer(),
      mimeType: p.text(),
      linkUrl: p.text(),
      reference: p.text(),
      assetstoreId: p.text(),
      folderWas: p.object(),
    },
    body: "raw",
  }),
  "file.chunk": route<Upload | FileDocument, Blob | Uint8Array>(uploadOrFileShape)("POST", "file/chunk", {
    auth: "user",
    summary:
      "Sends the bytes from `offset` on; the last chunk answers with the file. With `folderWas`, keys of the metadata of the folder that gets them " +
      "with values as the caller has read them (null: missing), bytes are refused with 409 if one has another value by now.",
    parameters: { uploadId: p.need.text(), offset: p.need.integer(), folderWas: p.object() },
    body: "raw",
  }),
  "file.offset": route(exactly({ offset: integerShape }))("GET", "file/offset", {
    auth: "user",
    summary: "How many bytes of an upload the server has. With `folderId` only of one that goes into that folder.",
    parameters: { uploadId: p.need.text(), folderId: p.text() },
  }),
  "file.completion": route(fileShape)("POST", "file/completion", {
    auth: "user",
    summary: "Finishes an upload whose bytes are all there. `folderWas` as for a chunk.",
    parameters: { uploadId: p.need.text(), folderWas: p.object() },
  }),
  "file.cancelUpload": route(messageShape)("DELETE", "file/upload/:id", {
    auth: "user",
    summary: "Gives an upload up. With `folderId` only one that goes into that folder.",
    parameters: { id, folderId: p.text() },
  }),
  "file.get": route(fileShape)("GET", "file/:id", { auth: "public", summary: "One file.", parameters: { id } }),
  "file.update": route(fileShape)("PUT", "file/:id", {
    auth: "user",
    summary: "Renames a file.",
    parameters: { id, name: p.text(), mimeType: p.text() },
  }),
  "file.delete": route(nullShape)("DELETE", "file/:id", {
    auth: "user",
    summary: "Deletes a file.",
    parameters: { id },
  }),
  "file.copy": route(fileShape)("POST", "file/:id/copy", {
    auth: "user",
    summary: "Copies a file into an item; both share their content.",
    parameters: { id, itemId: p.need.text() },
  }),
  "file.move": route(fileShape)("PUT", "file/:id/move", {
    auth: "admin",
    summary: "Moves the bytes of a file to another storage: there is one, where they are already.",
    parameters: { id, assetstoreId: p.need.text(), progress: p.boolean(false) },
  }),
  "file.replaceContents": route<Upload | FileDocument, Blob | Uint8Array>(uploadOrFileShape)(
    "PUT",
    "file/:id/contents",
    {
      auth: "user",
      summary: "Starts an upload that replaces the bytes of a file. `folderWas` as for a chunk.",
      parameters: { id, size: p.need.integer(), reference: p.text(), assetstoreId: p.text(), folderWas: p.object() },
      body: "raw",
    },
  ),
  "file.download": route<never>()("GET", "file/:id/download", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "The bytes, with ranges.",
    parameters: {
      id,
      offset: p.integer(0),
      endByte: p.integer(),
      contentDisposition: p.oneOf(["attachment", "inline"], "attachment"),
      extraParameters: p.text(),
    },
  }),
  "file.downloadNamed": route<never>()("GET", "file/:id/download/:name", {
    auth: "public",
    cookie: true,
    reply: "raw",
    summary: "The same under a name of the caller's choice.",
    parameters: {
      id,
      name: p.need.text(),
      offset: p.integer(0),
      endByte: p.integer(),
      contentDisposition: p.oneOf(["attachment", "inline"], "attachment"),
      extraParameters: p.text(),
    },
  }),
} as const;
