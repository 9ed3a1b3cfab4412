/**
 * An import of many tracks on the embedded database, which has one writer: others save meanwhile, and it may be killed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient } from "#schemas";

import { firstStage } from "../../server/ports/annotation.repository.ts";
import { auditDatabaseFile } from "../crash/audit.ts";
import { signIn } from "../crash/crash-rounds.ts";
import { createImageDataset } from "../support/dataset.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

const trackCount = 40_000;

let dataFolder: string;
let server: ServerProcess;
let token: string;
let client: ApiClient;
let [imported, other] = ["", ""];
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "wakeline-import-"));
  server = await startServerProcess({ dataFolder });
  token = await signIn(server);
  client = clientOf(server.url, token);
  imported = await createImageDataset(client, "imported");
  other = await createImageDataset(client, "other");
});
afterAll(async () => {
  await server?.kill();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function uploadTracks(type: string): Promise<void> {
  const row = (id: number): string => `${id},image-0.png,0,1,1,9,9,1,-1,${type},1,(trk-atr) note ${"x".repeat(400)}`;
  const body = new TextEncoder().encode(Array.from({ length: trackCount }, (_, id) => row(id)).join("\n"));
  const file = { parentType: "folder", parentId: imported, name: `${type}.csv`, size: body.length, body } as const;
  await client.call("file.create", file);
}

const save = (n: number): Promise<unknown> => {
  const track = {
    id: n,
    begin: 0,
    end: 0,
    features: [{ frame: 0, bounds: [0, 0, 1, 1] as [number, number, number, number] }],
  };
  return client.call("annotation.save", { folderId: other, body: { tracks: { upsert: [track], delete: [] } } });
};

test("saves of another dataset wait for a piece of it, not for all", async () => {
  await uploadTracks("fish");
  const begun = performance.now();
  const over = new AbortController();
  const importing = client.call("rpc.postprocess", { id: imported }).finally(() => over.abort());
  const waits: number[] = [];
  while (!over.signal.aborted) {
    const since = performance.now();
    await save(waits.length);
    waits.push(performance.now() - since);
  }
  await importing;
  const whole = performance.now() - begun;
  const longest = Math.max(...waits);
  expect(longest / whole).toBeLessThan(0.5);
  expect((await client.call("annotation.tracks", { folderId: imported })).length).toBe(trackCount);
});

test("killed half way, nothing of it is seen, and it can be done again", async () => {
  await uploadTracks("shark");
  const importing = client.call("rpc.postprocess", { id: imported }).catch(() => undefined);
  const database = new DatabaseSync(join(dataFolder, "wakeline.db"), { readOnly: true, timeout: 5000 });
  const staged = database.prepare(`SELECT count(*) AS n FROM annotations WHERE rev_created >= ${firstStage}`);
  await expect.poll(() => Number(staged.get()?.["n"]), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
  await server.kill();
  await importing;
  expect(Number(staged.get()?.["n"])).toBeGreaterThan(0);
  expect(Number(staged.get()?.["n"])).toBeLessThan(trackCount);
  database.close();
  expect(await auditDatabaseFile(dataFolder)).toEqual([]);

  server = await startServerProcess({ dataFolder });
  client = clientOf(server.url, token);
  const seen = async () =>
    (await client.call("annotation.tracks", { folderId: imported, limit: 3 })).map(
      ({ confidencePairs }) => confidencePairs[0]?.[0],
    );
  expect(await seen()).toEqual(["fish", "fish", "fish"]);
  await client.call("rpc.postprocess", { id: imported });
  expect(await seen()).toEqual(["shark", "shark", "shark"]);
  expect((await client.call("annotation.revisions", { folderId: imported })).map(({ revision }) => revision)).toEqual([
    1, 2,
  ]);
});
