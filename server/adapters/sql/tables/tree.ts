/** Collections, folders, items and files, with the media in them. */
import type { Generated } from "kysely";
import type { Bit, Json } from "./columns.ts";

export interface CollectionsTable {
  id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  public: Bit;
  meta: Json;
  created_ms: number;
  updated_ms: number;
}

export interface FoldersTable {
  id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  parent_type: "folder" | "user" | "collection";
  parent_id: string;
  base_parent_type: "user" | "collection";
  base_parent_id: string;
  creator_id: string | null;
  public: Bit;
  size: number;
  meta: Json;
  /** From `meta`; columns because lists filter on them. */
  is_dataset: Bit;
  is_published: Bit;
  foreign_media_id: string | null;
  /** Id in `folder_access`; empty: the empty list. */
  access_list: Generated<string>;
  /** Set if the folder is in the trash: its entry. */
  trash_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface TrashTable {
  id: string;
  folder_id: string;
  parent_type: "folder" | "user" | "collection";
  parent_id: string;
  deleted_by: string | null;
  deleted_ms: number;
  files: number;
}

export interface ClonesTable {
  dataset_id: string;
  source_id: string;
  cut_ms: number | null;
}

export interface MediaSourcesTable {
  id: string;
  name: string;
  location: string;
  created_ms: number;
}

export interface CloneMediaTable {
  dataset_id: string;
  item_id: string;
  /** For media that are not stored: their etag. */
  blob_hash: string | null;
}

export interface ItemsTable {
  id: string;
  folder_id: string;
  name: string;
  lower_name: string;
  /** Key by which lists are sorted by name. */
  sort_name: string;
  description: string;
  creator_id: string | null;
  size: number;
  meta: Json;
  copy_of_item_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface FilesTable {
  id: string;
  item_id: string;
  name: string;
  mime_type: string;
  size: number;
  blob_hash: string | null;
  link_url: string | null;
  source_id: string | null;
  source_key: string | null;
  source_etag: string | null;
  /** Of a picture of a media source, as in `BlobsTable`. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  orientation: Generated<number | null>;
  creator_id: string | null;
  created_ms: number;
  updated_ms: number;
}

export interface BlobsTable {
  hash: string;
  size: number;
  /** When a caller last announced that it will store this content. */
  claimed_ms: number;
  sweeping: Bit;
  /** Size of a picture as stored; `null`: not measured, 0: not measurable. */
  width: Generated<number | null>;
  height: Generated<number | null>;
  /** Exif orientation, 1 to 8. */
  orientation: Generated<number | null>;
}

export interface UploadsTable {
  id: string;
  user_id: string;
  parent_type: "folder" | "item" | "file";
  parent_id: string;
  name: string;
  mime_type: string;
  size: number;
  received: number;
  created_ms: number;
  updated_ms: number;
  file_id: string | null;
}
