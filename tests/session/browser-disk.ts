/**
 * The disk of a browser whose pages are killed: what IndexedDB transactions have written, once they are complete. Each
 * page works on its own database, made from what the previous page left; so a dead page cannot affect it any longer.
 */
import { IDBFactory } from "fake-indexeddb";
import { openDB } from "idb";
import { vi } from "vitest";
import { Journal } from "../../web/session/saving/journal.ts";

export class BrowserDisk {
  readonly #records: { readonly journals: Map<string, unknown>; readonly entries: Map<string, unknown> };
  /** The last edit that was stored. */
  lastKept: number;
  #edit = 0;

  constructor(before?: BrowserDisk) {
    this.#records = structuredClone(
      before === undefined ? { journals: new Map(), entries: new Map() } : before.#records,
    );
    this.lastKept = before?.lastKept ?? 0;
  }

  /** Attributes what is written during `act` to this edit. */
  during(edit: number, act: () => void): void {
    this.#edit = edit;
    act();
    this.#edit = 0;
  }

  /** Observes what a page writes, with a separate factory. */
  async watch(onComplete: () => void): Promise<void> {
    const factory = new IDBFactory();
    vi.stubGlobal("indexedDB", factory);
    await this.#fill();
    const open = factory.open.bind(factory);
    factory.open = (...args) => {
      const request = open(...args);
      request.addEventListener("success", () => this.#watchDatabase(request.result, onComplete));
      return request;
    };
  }

  #watchDatabase(database: IDBDatabase, onComplete: () => void): void {
    const transact = database.transaction.bind(database);
    database.transaction = (...args) => {
      const transaction = transact(...args);
      const writes: (() => void)[] = [];
      const storeOf = transaction.objectStore.bind(transaction);
      transaction.objectStore = (name) => {
        const store = storeOf(name);
        const records = this.#records[name as "journals" | "entries"];
        const [put, remove] = [store.put.bind(store), store.delete.bind(store)];
        const edit = this.#edit;
        store.put = (value: Record<string, unknown>) => {
          const [key, copy] = [keyOf(store, value), structuredClone(value)];
          writes.push(() => {
            records.set(key, copy);
            if (name === "entries" && edit > 0) this.lastKept = Math.max(this.lastKept, edit);
          });
          return put(value);
        };
        store.delete = (query) => {
          writes.push(() => {
            for (const [key] of records) if (isIn(query, JSON.parse(key) as IDBValidKey)) records.delete(key);
          });
          return remove(query);
        };
        return store;
      };
      transaction.addEventListener("complete", () => {
        for (const write of writes) write();
        if (writes.length > 0) onComplete();
      });
      return transaction;
    };
  }

  async #fill(): Promise<void> {
    // Creates the database as pages do.
    await (await Journal.open({ userId: "unknown", datasetId: "none", setName: undefined })).journal.close();
    const database = await openDB("wakeline-journal");
    for (const name of ["journals", "entries"] as const) {
      for (const record of this.#records[name].values()) await database.put(name, record);
    }
    database.close();
  }
}

function keyOf({ keyPath }: IDBObjectStore, value: Record<string, unknown>): string {
  return JSON.stringify(Array.isArray(keyPath) ? keyPath.map((part) => value[part]) : value[keyPath as string]);
}

const isIn = (query: IDBValidKey | IDBKeyRange, key: IDBValidKey): boolean =>
  query instanceof IDBKeyRange ? query.includes(key) : query === key;
