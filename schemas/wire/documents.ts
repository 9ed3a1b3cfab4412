/** The tree: folders, items, files, collections, and who may see them. */
import type { User } from "./accounts.ts";
import type { ObjectId } from "../generated/types.ts";
import type { AccessLevel, IsoDate, ParentType } from "./basics.ts";
import type { FolderMeta } from "./datasets.ts";

export interface Folder {
  _id: ObjectId;
  _modelType: "folder";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean | null;
  publicFlags: string[];
  created: IsoDate;
  updated: IsoDate;
  /** Bytes of the items directly in it. */
  size: number;
  meta: FolderMeta;
  parentId: ObjectId;
  parentCollection: ParentType;
  creatorId: ObjectId | null;
  baseParentType: "user" | "collection";
  baseParentId: ObjectId;
  /** Folder that holds the media, for a clone. */
  foreign_media_id?: ObjectId;
  /** In dataset and shared lists. */
  ownerLogin?: string;
}

export interface Item {
  _id: ObjectId;
  _modelType: "item";
  name: string;
  description: string;
  created: IsoDate;
  updated: IsoDate;
  size: number;
  meta: Record<string, unknown>;
  creatorId: ObjectId | null;
  folderId: ObjectId;
  baseParentType: "user" | "collection";
  baseParentId: ObjectId;
  /** Of a copy: the item that it was made of. */
  copyOfItem?: ObjectId;
}

export interface FileDocument {
  _id: ObjectId;
  _modelType: "file";
  name: string;
  mimeType: string;
  itemId: ObjectId;
  exts: string[];
  created: IsoDate;
  updated: IsoDate;
  creatorId: ObjectId | null;
  size: number;
  /** Instead of bytes; only of links. */
  linkUrl?: string;
  /** Where the bytes are; only administrators of the site see it. */
  assetstoreId?: ObjectId;
}

/** An upload that is not complete. */
export interface Upload {
  _id: ObjectId;
  assetstoreId: ObjectId;
  name: string;
  size: number;
  /** Bytes the server has. */
  received: number;
  mimeType: string;
  parentType: "folder" | "item";
  parentId: ObjectId;
  userId: ObjectId;
  created: IsoDate;
  updated: IsoDate;
}

export interface Collection {
  _id: ObjectId;
  _modelType: "collection";
  _accessLevel: AccessLevel;
  name: string;
  description: string;
  public: boolean | null;
  publicFlags: string[];
  created: IsoDate;
  updated: IsoDate;
  size: number;
  meta: Record<string, unknown>;
}

export interface AccessList {
  users: { id: ObjectId; level: AccessLevel; flags: string[]; login: string; name: string }[];
  groups: { id: ObjectId; level: AccessLevel; flags: string[]; name: string; description: string }[];
}

export interface RootPathEntry {
  type: ParentType;
  object: Folder | User | Collection;
}
