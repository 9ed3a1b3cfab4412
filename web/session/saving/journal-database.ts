/** How the journals of all pages are stored in IndexedDB. */

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { ChangeSet } from "#core/types";
import type { SaveAnnotationsReply } from "#schemas/wire";

/**
 * Identifies annotations, or a configuration: a journal is offered only to the same user on the same set of the same
 * dataset.
 */
export interface JournalKey {
  readonly userId: string;
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  /** The configuration instead of annotations. */
  readonly isOfConfiguration?: boolean;
}

/** A save that was sent, and the last step it contains. */
export interface SentSave {
  readonly saveId: string;
  readonly seq: number;
  /** `undefined`: everything unsaved at that point. */
  readonly only: ChangeSet | undefined;
}

/** A save that reached the server in a revision the page has not read. */
export interface UnacknowledgedSave extends Omit<SentSave, "saveId"> {
  readonly reply: Pick<SaveAnnotationsReply, "revision" | "updated" | "deleted">;
}

/** Why the changes of an earlier page could not be restored. */
export type AsideReason =
  /** They were made on different annotations than the server's. */
  | "differs"
  /** This version cannot read them. */
  | "unreadable";

export interface JournalRecord {
  id: string;
  /** `JournalKey` as text; for one that is set aside, see `asideKeyOf`. */
  key: string;
  /** The revision that the first entry applies to. */
  baseRevision: number;
  inFlight: SentSave | undefined;
  /** Missing in records of earlier versions, as is `savedIds`. */
  unread?: readonly UnacknowledgedSave[];
  savedIds?: ReadonlyMap<number, number>;
  /** Milliseconds since the epoch. */
  touched: number;
  /** No page takes it over any longer. */
  aside?: { readonly reason: AsideReason; readonly sinceMs: number };
}

export interface EntryRecord {
  journalId: string;
  seq: number;
  ops: Uint8Array<ArrayBuffer>;
}

export interface JournalSchema extends DBSchema {
  journals: { key: string; value: JournalRecord; indexes: { key: string } };
  entries: { key: [string, number]; value: EntryRecord };
}

export function keyTextOf({ userId, datasetId, setName, isOfConfiguration }: JournalKey): string {
  return JSON.stringify([userId, datasetId, setName ?? null, ...(isOfConfiguration ? ["configuration"] : [])]);
}

/** Pages look up keys that start with a bracket: no page of any version finds this one. */
export const asideKeyOf = (keyText: string): string => `aside ${keyText}`;

/** Keys of all that are set aside. */
export const allAside = (): IDBKeyRange => IDBKeyRange.bound(asideKeyOf(""), asideKeyOf("\uffff"));

export function entriesOf(journalId: string): IDBKeyRange {
  return IDBKeyRange.bound([journalId, 0], [journalId, Number.MAX_SAFE_INTEGER]);
}

export function openJournalDatabase(): Promise<IDBPDatabase<JournalSchema>> {
  return openDB<JournalSchema>("wakeline-journal", 1, {
    upgrade(database) {
      database.createObjectStore("journals", { keyPath: "id" }).createIndex("key", "key");
      database.createObjectStore("entries", { keyPath: ["journalId", "seq"] });
    },
  });
}
