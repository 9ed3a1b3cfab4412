/**
 * The journal of unsaved changes in IndexedDB: every step is written at once, so that a crash, a reload or a lost
 * connection loses nothing.
 *
 * A journal belongs to one page (a tab), which holds it for as long as it lives (`hold-journal.ts`). A journal that no
 * page holds was left behind, and the next page that opens the same annotations takes it over. Entries are opaque, one
 * per step, in the order of their sequence numbers.
 */

import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { IDBPDatabase, IDBPObjectStore } from "idb";
import { holdJournal } from "./hold-journal.ts";
import {
  asideKeyOf,
  entriesOf,
  keyTextOf,
  openJournalDatabase,
  type AsideReason,
  type EntryRecord,
  type JournalKey,
  type JournalRecord,
  type JournalSchema,
  type SentSave,
  type UnacknowledgedSave,
} from "./journal-database.ts";
import { randomId } from "../document/random-id.ts";

/** How much of this page's steps would survive a crash. */
export type Keeping =
  /** Everything is on disk. */
  | "kept"
  /** The last ones are being written. */
  | "writing"
  /** Some could not be written: they exist only in this page. */
  | "failed";

/** The sent part of a journal's steps. */
export interface SentSteps {
  /** Sent but not answered yet. */
  readonly inFlight: SentSave | undefined;
  /** In the order they were sent. */
  readonly unread: readonly UnacknowledgedSave[];
  /** Ids under which tracks drawn here are saved, by their ids here. */
  readonly savedIds: ReadonlyMap<number, number>;
}

/** The journal that an earlier page has left. */
export interface OrphanedJournal extends SentSteps {
  readonly baseRevision: number;
  readonly touched: Date;
  readonly entries: readonly { readonly seq: number; readonly ops: Uint8Array<ArrayBuffer> }[];
}

export interface OpenJournal {
  readonly journal: Journal;
  readonly left: OrphanedJournal | undefined;
}

export class Journal {
  readonly #database: IDBPDatabase<JournalSchema>;
  readonly #hold: typeof holdJournal;
  #record: JournalRecord;
  #release: () => void;
  /** Something was written: a page that only reads leaves no trace. */
  #isUsed: boolean;
  /** Resolves when everything requested so far is stored, or has failed. */
  #settled: Promise<unknown> = Promise.resolve();
  /** Writes in progress. */
  #writing = 0;
  /** Steps that could not be written; the next write retries them, so that there are no gaps. */
  #missing: EntryRecord[] = [];
  readonly #keeping = signal<Keeping>("kept");
  readonly keeping: ReadonlySignal<Keeping> = this.#keeping;

  private constructor(
    database: IDBPDatabase<JournalSchema>,
    record: JournalRecord,
    { hold, release, isUsed }: { hold: typeof holdJournal; release: () => void; isUsed: boolean },
  ) {
    this.#database = database;
    this.#hold = hold;
    this.#record = record;
    this.#release = release;
    this.#isUsed = isUsed;
  }

  /**
   * Opens a journal for this page. An abandoned one with the same key is taken over, and its content is returned as
   * `left`, to be replayed before anything is written.
   */
  static async open(key: JournalKey, hold: typeof holdJournal = holdJournal): Promise<OpenJournal> {
    const database = await openJournalDatabase();
    const keyText = keyTextOf(key);
    const records = await database.getAllFromIndex("journals", "key", keyText);
    records.sort((a, b) => b.touched - a.touched);
    for (const record of records) {
      const release = await hold(record.id, false);
      if (release === undefined) continue;
      const entries = await database.getAll("entries", entriesOf(record.id));
      if (entries.length > 0) {
        const { unread = [], savedIds = new Map<number, number>() } = record;
        const left = { ...record, unread, savedIds, touched: new Date(record.touched), entries };
        return { journal: new Journal(database, record, { hold, release, isUsed: true }), left };
      }
      await database.delete("journals", record.id);
      release();
    }
    const { record, release } = await begin(keyText, hold);
    return { journal: new Journal(database, record, { hold, release, isUsed: false }), left: undefined };
  }

  /**
   * Sets the restored steps aside because they do not fit: they are kept where no page takes them over
   * (`aside-journals.ts`), and this page continues with a new journal. If that cannot be written, they stay where they
   * are, for the next page to try.
   */
  async setAside(reason: AsideReason): Promise<void> {
    const { key } = this.#record;
    const put = { ...this.#record, key: asideKeyOf(key), aside: { reason, sinceMs: Date.now() } };
    const fresh = await begin(key, this.#hold);
    const written = this.#write(({ journals }) => [journals.put(put)]);
    const releaseLeft = this.#release;
    [this.#record, this.#release, this.#isUsed] = [fresh.record, fresh.release, false];
    await written.finally(releaseLeft);
  }

  /**
   * Restarts the journal at `baseRevision` with `entries` unsaved. A crash leaves either the old content or all of the
   * new.
   */
  async reset(
    baseRevision: number,
    entries: OrphanedJournal["entries"] = [],
    { inFlight, unread, savedIds }: SentSteps = nothingSent,
  ): Promise<void> {
    Object.assign(this.#record, { baseRevision, inFlight, unread, savedIds });
    this.#missing = [];
    if (!this.#isUsed && entries.length === 0) return;
    const journalId = this.#record.id;
    await this.#write(
      ({ journals, stored }) => [
        stored.delete(entriesOf(journalId)),
        entries.length === 0 ? journals.delete(journalId) : this.#putRecord(journals),
      ],
      entries.map(({ seq, ops }) => ({ journalId, seq, ops })),
    );
  }

  /** Adds one step. */
  append(seq: number, ops: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#write(({ journals }) => [this.#putRecord(journals)], [{ journalId: this.#record.id, seq, ops }]);
  }

  /** Records that a save is on its way. */
  recordSending(save: SentSave, savedIds: SentSteps["savedIds"]): Promise<void> {
    this.#record.inFlight = save;
    this.#record.savedIds = new Map(savedIds);
    return this.#write(({ journals }) => [this.#putRecord(journals)]);
  }

  /**
   * Records that the server has it in a revision the page has not read: every step since the last one read is kept.
   */
  recordUnacknowledged(save: UnacknowledgedSave): Promise<void> {
    this.#record.unread = [...(this.#record.unread ?? []), save];
    this.#record.inFlight = undefined;
    return this.#write(({ journals }) => [this.#putRecord(journals)]);
  }

  /** Up to `seq`, the page equals revision `revision` of the server. A record without entries is removed by `open`. */
  acknowledge(seq: number, revision: number): Promise<void> {
    this.#record.baseRevision = revision;
    this.#record.inFlight = undefined;
    this.#missing = this.#missing.filter((entry) => entry.seq > seq);
    const { id } = this.#record;
    return this.#write(({ journals, stored }) => [
      stored.delete(IDBKeyRange.bound([id, 0], [id, seq])),
      this.#putRecord(journals),
    ]);
  }

  /** Resolves when everything requested so far is stored. */
  settled(): Promise<unknown> {
    return this.#settled;
  }

  async close(): Promise<void> {
    await this.#settled;
    this.#database.close();
    this.#release();
  }

  /**
   * One transaction, started at once: those on the same stores take effect in the order they were made. Committed
   * without waiting for answers, which arrive late while a page is busy drawing.
   * @param entries steps to add
   */
  #write(
    requests: (stores: Stores) => readonly Promise<unknown>[],
    entries: readonly EntryRecord[] = [],
  ): Promise<void> {
    const written = this.#noting([...this.#missing.splice(0), ...entries], requests);
    // The next write is tried whether or not this one succeeds; a failure is reported to this one's caller.
    this.#settled = Promise.all([this.#settled, written.catch(() => undefined)]);
    return written;
  }

  /** `keeping` changes only when the browser has confirmed the transaction. */
  async #noting(
    entries: readonly EntryRecord[],
    requests: (stores: Stores) => readonly Promise<unknown>[],
  ): Promise<void> {
    this.#writing += 1;
    this.#updateKeptState();
    try {
      await this.#transact(entries, requests);
    } catch (error) {
      this.#missing.push(...entries);
      throw error;
    } finally {
      this.#writing -= 1;
      this.#updateKeptState();
    }
  }

  #updateKeptState(): void {
    if (this.#missing.length > 0) this.#keeping.value = "failed";
    else this.#keeping.value = this.#writing > 0 ? "writing" : "kept";
  }

  async #transact(
    entries: readonly EntryRecord[],
    requests: (stores: Stores) => readonly Promise<unknown>[],
  ): Promise<void> {
    this.#isUsed = true;
    // Strict: complete when it is on disk, not just in the operating system's memory.
    const transaction = this.#database.transaction(["journals", "entries"], "readwrite", { durability: "strict" });
    const stores = { journals: transaction.objectStore("journals"), stored: transaction.objectStore("entries") };
    const made = [...requests(stores), ...entries.map((entry) => stores.stored.put(entry))];
    transaction.commit();
    await Promise.all([...made, transaction.done]);
  }

  #putRecord(journals: Stores["journals"]): Promise<unknown> {
    this.#record.touched = Date.now();
    return journals.put(this.#record);
  }
}

const nothingSent: SentSteps = { inFlight: undefined, unread: [], savedIds: new Map() };

interface Stores {
  readonly journals: IDBPObjectStore<JournalSchema, ("journals" | "entries")[], "journals", "readwrite">;
  readonly stored: IDBPObjectStore<JournalSchema, ("journals" | "entries")[], "entries", "readwrite">;
}

async function begin(key: string, hold: typeof holdJournal): Promise<{ record: JournalRecord; release: () => void }> {
  const record = { id: randomId(), key, baseRevision: 0, inFlight: undefined, touched: Date.now() };
  // No other page can know it: even without a lock it belongs to this page.
  const release = await hold(record.id, true).catch(() => undefined);
  return { record, release: release ?? (() => undefined) };
}
