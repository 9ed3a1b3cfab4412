import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { ClientGoneError } from "../../base/errors.ts";
import { folderRecord, userRecord } from "../../ports/contract/example-records.ts";
import { ReviewMatches } from "./review-matches.ts";

const ada = userRecord("ada1");

/** Searches over datasets whose tracks come in three pieces; each piece waits until `finish`. */
function setUp({ maxIds = 1_000_000, ids = [] as number[], isSlow = false } = {}) {
  const folder = folderRecord("a", ada);
  const folders = new Map(["a", "b"].map((id) => [id, { folder: { ...folder, id }, dataset: folder }]));
  const state = { searches: 0, open: 0, maxOpen: 0, loads: 0 };
  const waiting: (() => void)[] = [];
  async function* pieces() {
    for (let n = 0; n < 3; n++) {
      if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
      yield new Uint8Array(1);
    }
  }
  const session = {
    load: () => Promise.resolve(void state.loads++),
    endLoad: () => Promise.resolve(),
    matching: () => Promise.resolve(ids),
    close: () => Promise.resolve(void state.open--),
  };
  const openCore = () => {
    state.searches++;
    state.maxOpen = Math.max(state.maxOpen, ++state.open);
    return Promise.resolve(session);
  };
  const annotations = { head: () => Promise.resolve(1), readOf: () => Promise.resolve({ pieces: pieces() }) };
  const matches = new ReviewMatches(
    { database: { annotations } } as never,
    { annotations, media: {}, work: { openCore } } as never,
    maxIds,
  );
  const ask = async (
    datasetId: string,
    { value = "x", login = "ada1", signal = new AbortController().signal } = {},
  ) => {
    const asked = { attribute: { name: "sex", value }, rules: [] };
    return await matches.filter({} as never, { login, setName: "", asked, signal }, folders).idsOf(datasetId);
  };
  const finish = async (): Promise<void> => {
    for (let n = 0; n < 50; n++) {
      await turn();
      for (const goOn of waiting.splice(0)) goOn();
    }
  };
  return { state, ask, finish };
}

test("results are kept while there is room, the latest used ones longest, and those without tracks need room too", async () => {
  const { state, ask } = setUp({ maxIds: 10 * 64 });
  const values = Array.from({ length: 10 }, (_, n) => `${n}`);
  for (const value of values) await ask("a", { value });
  for (const value of values) await ask("a", { value });
  expect(state.searches).toBe(10);
  await ask("a", { value: "one more" });
  await ask("a", { value: "1" });
  expect(state.searches).toBe(11);
  await ask("a", { value: "0" });
  expect(state.searches).toBe(12);
  const few = setUp({ maxIds: 200, ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] });
  for (const value of ["a", "b", "c", "b", "c", "a"]) expect(await few.ask("a", { value })).toHaveLength(10);
  expect(few.state.searches).toBe(4);
});

test("a user has one search at a time, whatever they ask; others do not wait for it", async () => {
  const { state, ask, finish } = setUp({ isSlow: true });
  const asked = [ask("a"), ask("b"), ask("a", { value: "y" }), ask("a")];
  await finish();
  await Promise.all(asked);
  expect([state.searches, state.maxOpen, state.open]).toEqual([3, 1, 0]);
  const both = setUp({ isSlow: true });
  const theirs = [both.ask("a"), both.ask("a", { login: "bob1" })];
  await turn();
  await turn();
  expect(both.state.open).toBe(2);
  await both.finish();
  await Promise.all(theirs);
});

test("a search ends with the request, also one that waits for its turn; another request for the same goes on", async () => {
  const { state, ask, finish } = setUp({ isSlow: true, ids: [7] });
  const [gone, waiting] = [new AbortController(), new AbortController()];
  const first = ask("a", { signal: gone.signal });
  const same = ask("a");
  const last = ask("b", { signal: waiting.signal });
  const ends = Promise.allSettled([first, same, last]);
  await turn();
  gone.abort(new ClientGoneError());
  waiting.abort(new ClientGoneError());
  await finish();
  const [one, two, three] = await ends;
  expect([one?.status, two, three?.status]).toEqual(["rejected", { status: "fulfilled", value: [7] }, "rejected"]);
  // The first piece of the one that was stopped was not loaded.
  expect([state.searches, state.loads, state.open]).toEqual([2, 3, 0]);
  await expect(ask("a", { signal: gone.signal })).rejects.toBeInstanceOf(ClientGoneError);
});
