/** A maximum-size save: everything in one body, in a server with little memory and other requests. */
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import { createImageDataset } from "../../support/dataset.ts";
import { isSecondStorage } from "../../support/storage.ts";
import { startStoredProcess, type StoredProcess } from "../../support/stored-process.ts";

/** Half as many if only the storage differs: reading the body and checking it was tested with all. */
const trackCount = isSecondStorage() ? 50_000 : 100_000;
const maxJsonBytes = 64 * 1024 * 1024;

let site: StoredProcess;
let folderId: string;
beforeAll(async () => {
  // A tenth of Node's default on a current machine.
  const env = { NODE_OPTIONS: "--max-old-space-size=400", WAKELINE_MAX_JSON_BYTES: String(maxJsonBytes) };
  site = await startStoredProcess(env);
  folderId = await createImageDataset(site.client, "large");
});
afterAll(() => site?.close());

const patch = async (body: Uint8Array<ArrayBuffer>): Promise<Response> =>
  await fetch(`${site.server.url}/api/v1/dive_annotation?folderId=${folderId}`, {
    method: "PATCH",
    headers: { "Girder-Token": site.token, "Content-Type": "application/json" },
    body,
  });

const track = (id: number, label: string) => ({
  id,
  begin: id % 1000,
  end: (id % 1000) + 1,
  confidencePairs: [[label, 0.5]],
  attributes: {},
  features: [0, 1].map((n) => ({
    frame: (id % 1000) + n,
    bounds: [id, n, id + 10, n + 10],
    keyframe: true,
    attributes: {},
  })),
});

const bodyOf = (upsert: readonly object[], removed: readonly number[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify({ tracks: { upsert, delete: removed } }));

/** How the server responds to other users until `work` is done. */
async function watchOthers<T>(work: Promise<T>): Promise<{ result: T; totalMs: number; answersMs: number[] }> {
  const started = performance.now();
  const stop = new AbortController();
  const answersMs: number[] = [];
  const others = (async () => {
    while (!stop.signal.aborted) {
      const asked = performance.now();
      expect((await site.client.call("user.me", {}))?.login).toBe("admin");
      answersMs.push(performance.now() - asked);
    }
  })();
  const result = await work.finally(() => stop.abort());
  const totalMs = performance.now() - started;
  await others;
  return { result, totalMs, answersMs };
}

const peakBytes = (): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${site.server.pid}/status`, "utf8"))?.[1]) * 1024;

/** Content of a revision, as [id, type]. */
async function tracksAt(revision: number): Promise<(readonly [number, string | undefined])[]> {
  const tracks = await site.client.call("annotation.tracks", { folderId, revision });
  return tracks.map(({ id, confidencePairs }) => [id, confidencePairs[0]?.[0]]);
}

const ids = Array.from({ length: trackCount }, (_, id) => id);

test("100,000 tracks in one body (half as many on the other storage) are one revision, others are answered meanwhile, and memory stays bounded", async () => {
  const body = bodyOf(
    ids.map((id) => track(id, "first")),
    [],
  );
  expect(body.length).toBeGreaterThan(trackCount * 200);
  const { result, totalMs, answersMs } = await watchOthers(patch(body));
  expect([result.status, await result.json()]).toEqual([200, { updated: trackCount, deleted: 0, revision: 1 }]);
  // As a proportion, independent of the machine's speed: no other request waits for the end of the save.
  expect(answersMs.length).toBeGreaterThan(10);
  expect(Math.max(...answersMs) / totalMs).toBeLessThan(0.5);
  expect(await tracksAt(1)).toEqual(ids.map((id) => [id, "first"]));
  const page = await site.client.call("annotation.tracks", { folderId, limit: 3, offset: 40_000 });
  expect(page).toEqual([40_000, 40_001, 40_002].map((id) => track(id, "first")));

  // Half of them replaced, the others deleted, again in one body.
  const [kept, gone] = [ids.filter((id) => id % 2 === 0), ids.filter((id) => id % 2 === 1)];
  const second = await patch(
    bodyOf(
      kept.map((id) => track(id, "second")),
      gone,
    ),
  );
  expect([second.status, await second.json()]).toEqual([
    200,
    { updated: trackCount / 2, deleted: trackCount, revision: 2 },
  ]);
  expect(await tracksAt(2)).toEqual(kept.map((id) => [id, "second"]));
  const rest = await site.client.call("annotation.tracks", { folderId, revision: 1, offset: trackCount - 1 });
  expect(rest).toEqual([track(trackCount - 1, "first")]);
  expect(peakBytes()).toBeLessThan(1.5 * 2 ** 30);
}, 300_000);

// Refused or unreadable bodies are detected before anything is stored: one storage is enough.
test.skipIf(isSecondStorage())(
  "a save in which one track of 100,000 is wrong changes nothing and names it",
  async () => {
    const before = await site.client.call("annotation.revisions", { folderId, limit: 0 });
    const tracks = ids.map((id) => track(id, "wrong"));
    const broken = tracks.map((one) => (one.id === 99_999 ? { ...one, begin: "soon" } : one));
    const refused = await patch(bodyOf(broken, []));
    expect(refused.status).toBe(400);
    expect(((await refused.json()) as { message: string }).message).toMatch(/99999|99_999|99,999/);
    expect(await site.client.call("annotation.revisions", { folderId, limit: 0 })).toEqual(before);
  },
  60_000,
);

test.skipIf(isSecondStorage())(
  "a body beyond the limit is refused before it is read, with the limit, and the connection gets the answer",
  async () => {
    const before = await site.client.call("annotation.revisions", { folderId, limit: 0 });
    const refused = await patch(new Uint8Array(maxJsonBytes + 1).fill(0x20));
    expect(refused.status).toBe(413);
    expect(((await refused.json()) as { message: string }).message).toContain(String(maxJsonBytes));
    // A body of exactly the limit is read, and found not to be JSON.
    expect((await patch(new Uint8Array(maxJsonBytes).fill(0x20))).status).toBe(400);
    expect(await site.client.call("annotation.revisions", { folderId, limit: 0 })).toEqual(before);
  },
  60_000,
);
