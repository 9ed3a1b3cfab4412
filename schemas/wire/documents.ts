/** The tree: folders, items, files and collections. */
import type { DatasetConfiguration, DatasetFacts } from "../generated/types.ts";
import {
  booleanShape,
  documentShape,
  eitherOf,
  integerShape,
  listOf,
  nullable,
  objectShape,
  oneOf,
  optional,
  type JsonShape,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { accessListShape } from "./access.ts";
import { groupShape, userShape } from "./accounts.ts";
import { baseTypeShape, dateShape, idShape, levelShape, parentTypeShape } from "./basics.ts";

/** Folder metadata used by this product; other keys are kept. */
export type FolderMeta = DatasetFacts &
  Omit<DatasetConfiguration, "version"> & { version?: number } & { [key: string]: unknown };

/** Any keys: those used by this product are listed in its documentation. */
export const metaShape: JsonShape<FolderMeta> = objectShape;

export const folderFields = {
  _id: idShape,
  _modelType: oneOf("folder"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: nullable(booleanShape),
  publicFlags: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  /** Bytes of the items directly in it. */
  size: integerShape,
  meta: metaShape,
  parentId: idShape,
  parentCollection: parentTypeShape,
  creatorId: nullable(idShape),
  baseParentType: baseTypeShape,
  baseParentId: idShape,
  /** Folder that holds the media, for a clone. */
  foreign_media_id: optional(idShape),
  /** Only in dataset and shared lists. */
  ownerLogin: optional(textShape),
};
export const folderShape = documentShape("Folder", folderFields);
export type Folder = TypeOf<typeof folderShape>;
export const folderWithAccessShape = documentShape("FolderWithAccess", { ...folderFields, access: accessListShape });

export const itemShape = documentShape("Item", {
  _id: idShape,
  _modelType: oneOf("item"),
  name: textShape,
  description: textShape,
  created: dateShape,
  updated: dateShape,
  size: integerShape,
  meta: objectShape,
  creatorId: nullable(idShape),
  folderId: idShape,
  baseParentType: baseTypeShape,
  baseParentId: idShape,
  /** For a copy: the item that it was copied from. */
  copyOfItem: optional(idShape),
});
export type Item = TypeOf<typeof itemShape>;

export const fileShape = documentShape("File", {
  _id: idShape,
  _modelType: oneOf("file"),
  name: textShape,
  mimeType: textShape,
  itemId: idShape,
  exts: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  creatorId: nullable(idShape),
  size: integerShape,
  /** Only for links, instead of bytes. */
  linkUrl: optional(textShape),
  /** Where the bytes are stored; only visible to site administrators. */
  assetstoreId: optional(idShape),
});
export type FileDocument = TypeOf<typeof fileShape>;

/** An upload that is not complete. */
export const uploadShape = documentShape("Upload", {
  _id: idShape,
  assetstoreId: idShape,
  name: textShape,
  size: integerShape,
  /** Bytes the server has. */
  received: integerShape,
  mimeType: textShape,
  parentType: oneOf("folder", "item"),
  parentId: idShape,
  userId: idShape,
  created: dateShape,
  updated: dateShape,
});
export type Upload = TypeOf<typeof uploadShape>;
/** The upload while bytes are missing, then the file. */
export const uploadOrFileShape = eitherOf(uploadShape, fileShape);

const collectionFields = {
  _id: idShape,
  _modelType: oneOf("collection"),
  _accessLevel: levelShape,
  name: textShape,
  description: textShape,
  public: nullable(booleanShape),
  publicFlags: listOf(textShape),
  created: dateShape,
  updated: dateShape,
  size: integerShape,
  meta: objectShape,
};
export const collectionShape = documentShape("Collection", collectionFields);
export type Collection = TypeOf<typeof collectionShape>;
export const collectionWithAccessShape = documentShape("CollectionWithAccess", {
  ...collectionFields,
  access: accessListShape,
});

export const trashEntryShape = documentShape("TrashEntry", {
  _id: idShape,
  /** The folder that was deleted, or one that holds only the deleted files. */
  folderId: idShape,
  /** Of the folder, or of the first file. */
  name: textShape,
  /** How many files were deleted together; 0: a folder. */
  files: integerShape,
  isDataset: booleanShape,
  /** Total bytes of its contents. */
  size: integerShape,
  /** Its former path, as names with slashes; `null`: that place no longer exists. */
  place: nullable(textShape),
  /** Login; `null`: that user no longer exists. */
  deletedBy: nullable(textShape),
  deleted: dateShape,
  /** When it will be deleted permanently. */
  ends: dateShape,
});
export type TrashEntry = TypeOf<typeof trashEntryShape>;

export const rootPathEntryShape = documentShape("RootPathEntry", {
  type: parentTypeShape,
  object: eitherOf(folderShape, userShape, collectionShape),
});
export type RootPathEntry = TypeOf<typeof rootPathEntryShape>;

export const anyDocumentShape = eitherOf(folderShape, itemShape, userShape, groupShape, collectionShape, fileShape);
