/** `kill -9` in the middle of a save: afterwards the annotations are as before it or as after it, never between. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";
import { clientOf } from "../support/test-server.ts";

const trackCount = 6000;

let dataFolder = "";
let running: ServerProcess;
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "wakeline-crash-"));
  running = await startServerProcess({ dataFolder });
});
afterAll(async () => {
  await running.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function signIn(password: string): Promise<string> {
  const response = await fetch(`${running.url}/api/v1/user/authentication`, {
    headers: { Authorization: `Basic ${btoa(`admin:${password}`)}` },
  });
  return ((await response.json()) as { authToken: { token: string } }).authToken.token;
}

/** What can be seen of the dataset: the history and, for each track, the type of its only pair. */
async function stateOf(
  client: ApiClient,
  folderId: string,
): Promise<{ revisions: number; types: Record<string, number> }> {
  const revisions = await client.call("annotation.revisions", { folderId, limit: 0 });
  const tracks = await client.call("annotation.tracks", { folderId });
  const types: Record<string, number> = {};
  for (const { confidencePairs } of tracks) {
    const type = confidencePairs?.[0]?.[0] ?? "";
    types[type] = (types[type] ?? 0) + 1;
  }
  return { revisions: revisions.length, types };
}

test(
  "a killed server has saved everything of a save or nothing, and the retry completes it",
  { timeout: 120_000 },
  async () => {
    const token = await signIn(running.firstStart!.password);
    const id = await createImageDataset(clientOf(running.url, token), "crash");
    const bodyOf = (type: string): object => ({
      saveId: type,
      tracks: {
        upsert: Array.from({ length: trackCount }, (_, n) => ({
          id: n,
          begin: 0,
          end: 0,
          confidencePairs: [[type, 1]],
          features: [{ frame: 0, bounds: [n, n, n + 10, n + 10] }],
        })),
      },
    });
    let saved = 0;
    for (const [round, delayMs] of [5, 120, 300].entries()) {
      const type = `round-${round}`;
      const body = bodyOf(type);
      const saving = clientOf(running.url, token)
        .call("annotation.save", { folderId: id, body })
        .then(
          () => "answered",
          () => "cut off",
        );
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      await running.kill();
      await saving;
      running = await startServerProcess({ dataFolder });
      const client = clientOf(running.url, token);
      const state = await stateOf(client, id);
      const before = saved === 0 ? {} : { [`round-${round - 1}`]: trackCount };
      expect([
        { revisions: saved, types: before },
        { revisions: saved + 1, types: { [type]: trackCount } },
      ]).toContainEqual(state);

      await client.call("annotation.save", { folderId: id, body });
      saved++;
      expect(await stateOf(client, id)).toEqual({ revisions: saved, types: { [type]: trackCount } });
    }
  },
);
