/** How the journals of all pages are stored in IndexedDB. */

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { ChangeSet } from "#core/types";
import type { SaveAnnotationsReply } from "#schemas/wire";

/** Whose annotations, or configuration: a journal is offered only to the same person on the same set of the same dataset. */
export interface JournalKey {
  readonly userId: string;
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  /** Of what is stored with the dataset, instead of annotations. */
  readonly isOfConfiguration?: boolean;
}

/** A save that was sent, and the last step that it holds. */
export interface SentSave {
  readonly saveId: string;
  readonly seq: number;
  /** `undefined`: everything that was unsaved by then. */
  readonly only: ChangeSet | undefined;
}

/** A save that the server has in a revision which the page has not read. */
export interface UnreadSave extends Omit<SentSave, "saveId"> {
  readonly reply: Pick<SaveAnnotationsReply, "revision" | "updated" | "deleted">;
}

/** Why what a page had left could not be brought back. */
export type AsideReason =
  /** It was made on other annotations than those that the server has. */
  | "differs"
  /** It is not what this version writes. */
  | "unreadable";

export interface JournalRecord {
  id: string;
  /** `JournalKey` as text; of one that is set aside: see `asideKeyOf`. */
  key: string;
  /** Revision that the first entry applies to. */
  baseRevision: number;
  inFlight: SentSave | undefined;
  /** Missing in records of earlier versions, as is `savedIds`. */
  unread?: readonly UnreadSave[];
  savedIds?: ReadonlyMap<number, number>;
  /** Milliseconds since the epoch. */
  touched: number;
  /** No page takes it over any more. */
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
