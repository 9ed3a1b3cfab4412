/**
 * The journal of unsaved changes in IndexedDB: every step goes here at once, so that a crash, a reload or a lost
 * network loses nothing.
 *
 * One journal belongs to one page (a tab) and is held by a Web Lock for as long as the page lives; a journal that
 * nobody holds was left by a page that is gone, and the next page that opens the same annotations takes it over.
 * Entries are opaque, one a step, in the order of their sequence numbers.
 */

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { randomId } from "./random-id.ts";

/** Whose annotations, or configuration: a journal is offered only to the same person on the same set of the same dataset. */
export interface JournalKey {
  readonly userId: string;
  readonly datasetId: string;
  /** `undefined`: the default set. */
  readonly setName: string | undefined;
  /** Of what is stored with the dataset, instead of annotations. */
  readonly isOfConfiguration?: boolean;
}

interface JournalRecord {
  id: string;
  /** `JournalKey` as text. */
  key: string;
  /** Revision that the first entry applies to. */
  baseRevision: number;
  /** A save that was sent and not answered yet, and the last step it holds. */
  inFlight: { saveId: string; seq: number } | undefined;
  /** Milliseconds since the epoch. */
  touched: number;
}

interface EntryRecord {
  journalId: string;
  seq: number;
  ops: Uint8Array<ArrayBuffer>;
}

interface JournalSchema extends DBSchema {
  journals: { key: string; value: JournalRecord; indexes: { key: string } };
  entries: { key: [string, number]; value: EntryRecord };
}

/** What a page that is gone has left. */
export interface LeftJournal {
  readonly baseRevision: number;
  readonly inFlight: { readonly saveId: string; readonly seq: number } | undefined;
  readonly touched: Date;
  readonly entries: readonly { readonly seq: number; readonly ops: Uint8Array<ArrayBuffer> }[];
}

export interface OpenJournal {
  readonly journal: Journal;
  readonly left: LeftJournal | undefined;
}

/** The part of `navigator.locks` that is needed. */
export type Locks = Pick<LockManager, "request">;

export class Journal {
  readonly #database: IDBPDatabase<JournalSchema>;
  readonly #record: JournalRecord;
  readonly #release: () => void;
  /** Set once something is unsaved: a page that only looks leaves no trace. */
  #isStored: boolean;
  /** Writes happen one after the other, in the order they were asked for. */
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    database: IDBPDatabase<JournalSchema>,
    record: JournalRecord,
    release: () => void,
    isStored: boolean,
  ) {
    this.#database = database;
    this.#record = record;
    this.#release = release;
    this.#isStored = isStored;
  }

  /**
   * Opens a journal for this page. When an abandoned one of the same key exists it is taken over and its content
   * returned as `left`, to be replayed before anything is written.
   */
  static async open(key: JournalKey, locks: Locks | undefined = globalThis.navigator?.locks): Promise<OpenJournal> {
    const database = await openDatabase();
    const { userId, datasetId, setName, isOfConfiguration } = key;
    const keyText = JSON.stringify([
      userId,
      datasetId,
      setName ?? null,
      ...(isOfConfiguration ? ["configuration"] : []),
    ]);
    const records = await database.getAllFromIndex("journals", "key", keyText);
    records.sort((a, b) => b.touched - a.touched);
    for (const record of records) {
      const release = await hold(record.id, locks);
      if (release === undefined) continue;
      const entries = await database.getAll("entries", entriesOf(record.id));
      if (entries.length > 0) {
        const left = { ...record, touched: new Date(record.touched), entries };
        return { journal: new Journal(database, record, release, true), left };
      }
      await database.delete("journals", record.id);
      release();
    }
    const record = { id: randomId(), key: keyText, baseRevision: 0, inFlight: undefined, touched: Date.now() };
    const release = (await hold(record.id, locks)) ?? (() => undefined);
    return { journal: new Journal(database, record, release, false), left: undefined };
  }

  /**
   * Starts afresh on `baseRevision`; `entries` are steps that are unsaved from the beginning. All at once: a crash leaves what was
   * there or what is to be there.
   */
  reset(baseRevision: number, entries: LeftJournal["entries"] = [], inFlight?: LeftJournal["inFlight"]): Promise<void> {
    return this.#write(async () => {
      this.#record.baseRevision = baseRevision;
      this.#record.inFlight = inFlight && { saveId: inFlight.saveId, seq: inFlight.seq };
      if (!this.#isStored && entries.length === 0) return;
      this.#record.touched = Date.now();
      const journalId = this.#record.id;
      const transaction = this.#database.transaction(["journals", "entries"], "readwrite");
      const [journals, stored] = [transaction.objectStore("journals"), transaction.objectStore("entries")];
      await Promise.all([
        stored.delete(entriesOf(journalId)),
        ...entries.map(({ seq, ops }) => stored.put({ journalId, seq, ops })),
        entries.length === 0 ? journals.delete(journalId) : journals.put(this.#record),
        transaction.done,
      ]);
      this.#isStored = entries.length > 0;
    });
  }

  /** Adds one step. */
  append(seq: number, ops: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#write(() => this.#append(seq, ops));
  }

  /** Remembers that a save with everything up to `seq` is on its way. */
  noteSending(saveId: string, seq: number): Promise<void> {
    return this.#write(async () => {
      this.#record.inFlight = { saveId, seq };
      await this.#putRecord();
    });
  }

  /** Everything up to `seq` is on the server as `revision`. */
  acknowledge(seq: number, revision: number): Promise<void> {
    return this.#write(async () => {
      this.#record.baseRevision = revision;
      this.#record.inFlight = undefined;
      await this.#deleteUpTo(seq);
      const remaining = await this.#database.count("entries", entriesOf(this.#record.id));
      if (remaining === 0) await this.#forget();
      else await this.#putRecord();
    });
  }

  /** Resolves when everything asked for so far is stored. */
  settled(): Promise<unknown> {
    return this.#queue;
  }

  async close(): Promise<void> {
    await this.#queue;
    this.#database.close();
    this.#release();
  }

  #write(work: () => Promise<void>): Promise<void> {
    const next = this.#queue.then(work);
    // The next write is tried whatever became of this one; the caller of this one hears of its failure.
    this.#queue = next.catch(() => undefined);
    return next;
  }

  async #append(seq: number, ops: Uint8Array<ArrayBuffer>): Promise<void> {
    if (!this.#isStored) await this.#putRecord();
    await this.#database.put("entries", { journalId: this.#record.id, seq, ops });
  }

  async #putRecord(): Promise<void> {
    this.#record.touched = Date.now();
    await this.#database.put("journals", this.#record);
    this.#isStored = true;
  }

  async #forget(): Promise<void> {
    await this.#database.delete("journals", this.#record.id);
    this.#isStored = false;
  }

  async #deleteUpTo(seq: number): Promise<void> {
    await this.#database.delete("entries", IDBKeyRange.bound([this.#record.id, 0], [this.#record.id, seq]));
  }
}

function entriesOf(journalId: string): IDBKeyRange {
  return IDBKeyRange.bound([journalId, 0], [journalId, Number.MAX_SAFE_INTEGER]);
}

function openDatabase(): Promise<IDBPDatabase<JournalSchema>> {
  return openDB<JournalSchema>("wakeline-journal", 1, {
    upgrade(database) {
      database.createObjectStore("journals", { keyPath: "id" }).createIndex("key", "key");
      database.createObjectStore("entries", { keyPath: ["journalId", "seq"] });
    },
  });
}

/**
 * Holds the lock of a journal until the returned function is called or the page is gone; `undefined` when another page
 * holds it. Without Web Locks (a page that was not loaded securely) every journal counts as abandoned.
 */
async function hold(id: string, locks: Locks | undefined): Promise<(() => void) | undefined> {
  if (locks === undefined) return () => undefined;
  return new Promise((resolve, reject) => {
    locks
      .request(`wakeline-journal-${id}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}
