/** Deleted folders that can be restored. */
import type { Page, Paged, ParentType } from "./records.ts";

export interface TrashRecord {
  readonly id: string;
  /** The folder that was deleted; its `parentId` is the entry's id. */
  readonly folderId: string;
  /** Where it was. That may be gone. */
  readonly parentType: ParentType;
  readonly parentId: string;
  /** A user. */
  readonly deletedBy: string | null;
  readonly deletedMs: number;
}

export interface TrashQuery extends Page {
  /** Deleted by this user, or from the user's own space; absent: all. */
  readonly userId?: string;
}

export interface TrashRepository {
  insert(entry: TrashRecord): Promise<void>;
  find(id: string): Promise<TrashRecord | undefined>;
  /** Newest first. */
  list(query: TrashQuery): Promise<Paged<TrashRecord>>;
  /** Bytes of everything in these entries, by entry; of an empty one nothing. */
  sizesOf(ids: readonly string[]): Promise<Map<string, number>>;
  /** Oldest first. */
  listDeletedBefore(ms: number, limit: number): Promise<TrashRecord[]>;
  /** Below a user or collection. */
  listOfBase(type: "user" | "collection", id: string): Promise<TrashRecord[]>;
  remove(id: string): Promise<void>;
}
