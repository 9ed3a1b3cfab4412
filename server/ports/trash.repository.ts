/** Deleted folders and files that can be restored. */
import type { Page, Paged, ParentType } from "./records.ts";

export interface TrashRecord {
  readonly id: string;
  /** The deleted folder, or one that only holds the deleted files; its `parentId` is the id of this entry. */
  readonly folderId: string;
  /** Its original parent, which may be gone. */
  readonly parentType: ParentType;
  readonly parentId: string;
  /** A user. */
  readonly deletedBy: string | null;
  readonly deletedMs: number;
  /** How many files were deleted; 0: the folder itself. */
  readonly files: number;
}

export interface TrashQuery extends Page {
  /** Deleted by this user, or from this user's space; absent: all. */
  readonly userId?: string;
}

export interface TrashRepository {
  insert(entry: TrashRecord): Promise<void>;
  find(id: string): Promise<TrashRecord | undefined>;
  /** Newest first. */
  list(query: TrashQuery): Promise<Paged<TrashRecord>>;
  /** Total bytes of each of these entries; empty ones are left out. */
  sizesOf(ids: readonly string[]): Promise<Map<string, number>>;
  /** Oldest first. */
  listDeletedBefore(ms: number, limit: number): Promise<TrashRecord[]>;
  /** Entries of folders that were below a user or collection. */
  listOfBase(type: "user" | "collection", id: string): Promise<TrashRecord[]>;
  /** Entries of files that were deleted from these folders. */
  listFilesOf(folderIds: readonly string[]): Promise<TrashRecord[]>;
  remove(id: string): Promise<void>;
}
