import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import { holdJournal, type Locks } from "./hold-journal.ts";
import { Journal } from "./journal.ts";
import type { JournalKey } from "./journal-database.ts";

/** Locks of one browser: pages (each a journal) hold them until they are closed. */
function browserLocks(): typeof holdJournal {
  const held = new Set<string>();
  const request = async (name: string, _options: unknown, act: (lock: unknown) => unknown): Promise<unknown> => {
    if (held.has(name)) return await act(null);
    held.add(name);
    try {
      return await act({ name });
    } finally {
      held.delete(name);
    }
  };
  const locks = { request } as unknown as Locks;
  return (id, isOwn) => holdJournal(id, isOwn, { locks, holders: undefined });
}

const keyOf = (datasetId: string): JournalKey => ({ userId: "me", datasetId, setName: undefined });
const ops = (...bytes: number[]): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

test("what a page that is gone has left is offered once, in order, with the save that was under way", async () => {
  const locks = browserLocks();
  const { journal, left } = await Journal.open(keyOf("a"), locks);
  expect(left).toBeUndefined();
  await journal.reset(7);
  await journal.append(1, ops(1));
  await journal.append(2, ops(2));
  await journal.recordSending({ saveId: "save", seq: 1, only: undefined }, new Map([[3, 4]]));
  await journal.close();

  const next = await Journal.open(keyOf("a"), locks);
  expect(next.left).toMatchObject({
    baseRevision: 7,
    inFlight: { saveId: "save", seq: 1 },
    savedIds: new Map([[3, 4]]),
    unread: [],
  });
  expect(next.left?.entries.map((entry) => [entry.seq, ...entry.ops])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  await next.journal.acknowledge(2, 9);
  await next.journal.close();
  expect((await Journal.open(keyOf("a"), locks)).left).toBeUndefined();
});

test("what was acknowledged is gone, what came later stays, on the revision that the save made", async () => {
  const locks = browserLocks();
  const { journal } = await Journal.open(keyOf("b"), locks);
  await journal.reset(0);
  for (const seq of [1, 2, 3]) await journal.append(seq, ops(seq));
  await journal.acknowledge(2, 5);
  await journal.close();
  const { left } = await Journal.open(keyOf("b"), locks);
  expect([left?.baseRevision, left?.inFlight, left?.entries.map(({ seq }) => seq)]).toEqual([5, undefined, [3]]);
});

test("the journal of an open page is not taken over, nor that of another dataset or person", async () => {
  const locks = browserLocks();
  const { journal } = await Journal.open(keyOf("c"), locks);
  await journal.reset(0);
  await journal.append(1, ops(1));
  expect((await Journal.open(keyOf("c"), locks)).left).toBeUndefined();
  await journal.close();
  expect((await Journal.open(keyOf("d"), locks)).left).toBeUndefined();
  expect((await Journal.open({ ...keyOf("c"), userId: "other" }, locks)).left).toBeUndefined();
  expect((await Journal.open({ ...keyOf("c"), setName: "other" }, locks)).left).toBeUndefined();
  expect((await Journal.open(keyOf("c"), locks)).left).toBeDefined();
});

test("starting afresh replaces everything at once, and a page that only looks leaves no trace", async () => {
  const locks = browserLocks();
  const { journal } = await Journal.open(keyOf("e"), locks);
  await journal.append(1, ops(1));
  await journal.reset(4, [{ seq: 1, ops: ops(8) }]);
  await journal.close();
  const { journal: second, left } = await Journal.open(keyOf("e"), locks);
  expect([left?.baseRevision, left?.entries.map((entry) => [...entry.ops])]).toEqual([4, [[8]]]);
  await second.reset(6);
  await second.close();
  expect((await Journal.open(keyOf("e"), locks)).left).toBeUndefined();
});

test("what is said to be kept is what the browser has written; a step that could not be is written with the next one", async () => {
  const locks = browserLocks();
  const { journal } = await Journal.open(keyOf("f"), locks);
  expect(journal.keeping.value).toBe("kept");
  const first = journal.append(1, ops(1));
  expect(journal.keeping.value).toBe("writing");
  await first;
  expect(journal.keeping.value).toBe("kept");

  const full = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
    throw new DOMException("The disk is full.", "QuotaExceededError");
  });
  await expect(journal.append(2, ops(2))).rejects.toThrow("The disk is full.");
  full.mockRestore();
  expect(journal.keeping.value).toBe("failed");
  await journal.append(3, ops(3));
  expect(journal.keeping.value).toBe("kept");
  await journal.close();
  const next = await Journal.open(keyOf("f"), locks);
  expect(next.left?.entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});
