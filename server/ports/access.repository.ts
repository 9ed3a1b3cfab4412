/** Access lists: who has which level on a document. One entry a subject at most. */
import type { AccessLevel } from "../base/access-level.ts";
import type { AccessEntry, AccessModel } from "./records.ts";

export interface AccessRepository {
  list(model: AccessModel, id: string): Promise<AccessEntry[]>;
  /** Replaces the whole list. */
  replace(model: AccessModel, id: string, entries: readonly AccessEntry[]): Promise<void>;
  /** The same list for each of many documents. */
  replaceMany(model: AccessModel, ids: readonly string[], entries: readonly AccessEntry[]): Promise<void>;
  /** The user's best entry on many documents, own or by a group; documents without one are left out. */
  levelsOfUser(model: AccessModel, ids: readonly string[], userId: string): Promise<Map<string, AccessLevel>>;
  removeDocuments(model: AccessModel, ids: readonly string[]): Promise<void>;
  /** Removes lists that no document has any more. No transaction that gives documents a list may run meanwhile. */
  removeUnused(): Promise<void>;
  /** A deleted user disappears from every list. */
  removeSubject(subjectType: "user" | "group", subjectId: string): Promise<void>;
}
