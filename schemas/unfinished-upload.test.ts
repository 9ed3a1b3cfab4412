import { expect, test } from "vitest";

import type { ApiClient } from "./client.ts";
import { readState, runKey, unfinishedKey } from "./unfinished-upload.ts";

test("a folder has no sender once its note, or the mark that it is being removed, is older than five minutes", async () => {
  const hasSender = async (meta: object, ageMs: number): Promise<boolean> => {
    const now = 1_800_000_000_000;
    const headers = { Date: new Date(now).toUTCString() };
    const reply = Response.json({ meta, updated: new Date(now - ageMs).toISOString() }, { headers });
    const client = { fetch: () => Promise.resolve(reply) } as unknown as ApiClient;
    return (await readState(client, "folder")).hasSender;
  };
  const note = (sender?: string) => ({ [unfinishedKey]: { fingerprint: "x", uploads: {}, sender } });
  const minutes = 60_000;
  expect([await hasSender(note("alive"), 4 * minutes), await hasSender(note("alive"), 6 * minutes)]).toEqual([
    true,
    false,
  ]);
  expect([await hasSender(note("gone"), 0), await hasSender(note(), 600 * minutes)]).toEqual([false, true]);
  // A page could not delete what it began.
  const removing = { ...note(), [runKey]: "removing" };
  expect([await hasSender(removing, 4 * minutes), await hasSender(removing, 6 * minutes)]).toEqual([true, false]);
});
