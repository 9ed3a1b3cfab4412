/** Access lists: the level each user or group has on a document. At most one entry per user or group. */
import type { AccessLevel } from "../base/access-level.ts";
import type { AccessEntry, AccessModel } from "./records.ts";

export interface AccessRepository {
  list(model: AccessModel, id: string): Promise<AccessEntry[]>;
  /** Replaces the whole list of a document. */
  replace(model: AccessModel, id: string, entries: readonly AccessEntry[]): Promise<void>;
  /** Gives each of these documents the same list. */
  replaceMany(model: AccessModel, ids: readonly string[], entries: readonly AccessEntry[]): Promise<void>;
  /**
   * The highest level the user has on each of these documents, directly or through a group; documents without an entry
   * are left out.
   */
  levelsOfUser(model: AccessModel, ids: readonly string[], userId: string): Promise<Map<string, AccessLevel>>;
  removeDocuments(model: AccessModel, ids: readonly string[]): Promise<void>;
  /**
   * Removes lists whose document no longer exists. No transaction that gives documents a list may run at the same time.
   */
  removeUnused(): Promise<void>;
  /** Removes a deleted user or group from every list. */
  removeSubject(subjectType: "user" | "group", subjectId: string): Promise<void>;
}
