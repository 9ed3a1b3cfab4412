/**
 * Unsaved changes of earlier pages that no longer fit the server's state: kept on this machine until the user saves
 * them as a file or deletes them. They expire, and if there are too many, the oldest are removed.
 */

import {
  asideKeyOf,
  allAside,
  entriesOf,
  keyTextOf,
  openJournalDatabase,
  type AsideReason,
  type JournalKey,
} from "./journal-database.ts";

/** Days that they are kept. */
export const maxAsideDays = 90;
/** Per browser, over all datasets and users. */
export const maxAside = 50;

const dayMs = 24 * 60 * 60 * 1000;

export interface AsideJournal {
  readonly id: string;
  readonly reason: AsideReason;
  /** When the last change was made. */
  readonly touched: Date;
  readonly since: Date;
  readonly key: JournalKey;
}

/** The journals put aside for some annotations and configurations, oldest first. Removes those too old, or too many. */
export async function listAside(keys: readonly JournalKey[]): Promise<readonly AsideJournal[]> {
  const byText = new Map(keys.map((key) => [asideKeyOf(keyTextOf(key)), key]));
  const database = await openJournalDatabase();
  try {
    const all = await database.getAllFromIndex("journals", "key", allAside());
    all.sort((a, b) => sinceMsOf(a) - sinceMsOf(b));
    const oldestMs = Date.now() - maxAsideDays * dayMs;
    const isOver = (index: number): boolean => sinceMsOf(all[index]!) < oldestMs || index < all.length - maxAside;
    await Promise.all(all.filter((_, index) => isOver(index)).map(({ id }) => remove(database, id)));
    return all.flatMap(({ id, key: text, touched, aside }, index) => {
      const key = byText.get(text);
      if (key === undefined || aside === undefined || isOver(index)) return [];
      return [{ id, key, reason: aside.reason, touched: new Date(touched), since: new Date(aside.sinceMs) }];
    });
  } finally {
    database.close();
  }
}

/** The user deletes it. */
export async function deleteAside({ id }: AsideJournal): Promise<void> {
  const database = await openJournalDatabase();
  try {
    await remove(database, id);
  } finally {
    database.close();
  }
}

/**
 * Everything known about it, as JSON for someone who can help: `steps` are the journal entries of each edit, in base64;
 * those of a configuration are JSON already. `undefined`: another page has deleted it.
 */
export async function writeAsideFile({ id, key, reason, since }: AsideJournal): Promise<Blob | undefined> {
  const database = await openJournalDatabase();
  try {
    const record = await database.get("journals", id);
    if (record === undefined) return undefined;
    const entries = await database.getAll("entries", entriesOf(id));
    const content = {
      format: "wakeline unsaved changes",
      version: 1,
      ...key,
      reason,
      lastChanged: new Date(record.touched).toISOString(),
      setAside: since.toISOString(),
      baseRevision: record.baseRevision,
      steps: entries.map(({ seq, ops }) => ({ seq, ops: key.isOfConfiguration ? textOf(ops) : base64Of(ops) })),
    };
    return new Blob([JSON.stringify(content, undefined, 2)], { type: "application/json" });
  } finally {
    database.close();
  }
}

type Database = Awaited<ReturnType<typeof openJournalDatabase>>;

const sinceMsOf = ({ aside }: { aside?: { readonly sinceMs: number } }): number => aside?.sinceMs ?? 0;

async function remove(database: Database, id: string): Promise<void> {
  const transaction = database.transaction(["journals", "entries"], "readwrite");
  await Promise.all([
    transaction.objectStore("journals").delete(id),
    transaction.objectStore("entries").delete(entriesOf(id)),
    transaction.done,
  ]);
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
