/** A journal left by a page, if none of it is unsaved any longer, or it does not match the server. */
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { IDBFactory } from "fake-indexeddb";
import {
  deleteAside,
  listAside,
  maxAside,
  maxAsideDays,
  writeAsideFile,
} from "../../web/session/saving/aside-journals.ts";
import { Journal } from "../../web/session/saving/journal.ts";
import type { JournalKey } from "../../web/session/saving/journal-database.ts";
import type { FrameNumber, TrackId } from "#core/types";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));

test("steps that were taken back do not hold the next page at the revision they were made on", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  const first = await openTestWorkspace({ server });
  drawTrack(first.workspace);
  first.workspace.undo();
  await first.dispose();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(1)] } });
  const next = await openTestWorkspace({ server });
  expect([...next.workspace.display.visibleTrackIds.value]).toEqual([0, 1]);
  expect([next.recovered, next.aside, next.saver.dirtyCount.value]).toEqual([undefined, [], 0]);

  drawTrack(next.workspace, "crab");
  await next.dispose();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(9)] } });
  const last = await openTestWorkspace({ server });
  expect(last.recovered?.count).toBe(1);
});

/** Edits a track that the server has, and the styles; then the page dies. */
async function leaveEdits(server = emptyServer()) {
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  const { workspace, dispose } = await openTestWorkspace({ server });
  workspace.transact({ kind: "track", change: "setType" }, 0 as FrameNumber, (tx) =>
    tx.tracks.setType([0 as TrackId], "crab"),
  );
  await dispose();
  return server;
}

test("what does not fit is kept aside with its bytes, offered each time until the person says that it may go, and in no one's way", async () => {
  await leaveEdits();
  // Another server at the same URL: the same revision has different content.
  const other = emptyServer();
  other.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark", [5, 5, 9, 9])] } });
  const next = await openTestWorkspace({ server: other });
  expect([next.recovered, next.saver.dirtyCount.value]).toEqual([undefined, 0]);
  expect(next.aside).toMatchObject([{ reason: "differs", key: { userId: "user", datasetId: testDatasetId } }]);
  // The page continues with its own journal.
  drawTrack(next.workspace);
  await next.dispose();
  const last = await openTestWorkspace({ server: other });
  expect([last.recovered?.count, last.aside]).toEqual([1, next.aside]);
  expect((await openTestWorkspace({ server: other, userId: "someone else" })).aside).toEqual([]);

  const [aside] = last.aside;
  const file = JSON.parse(await (await writeAsideFile(aside!))!.text());
  expect(file).toMatchObject({ datasetId: testDatasetId, reason: "differs", baseRevision: 1 });
  expect(file.steps.map(({ ops }: { ops: string }) => atob(ops).slice(0, 4))).toEqual(["WLJ1"]);
  expect(atob(file.steps[0].ops)).toContain("crab");
  await deleteAside(aside!);
  expect((await openTestWorkspace({ server: other })).aside).toEqual([]);
  expect(await writeAsideFile(aside!)).toBeUndefined();
});

test("a server that was put back from a backup has not come as far: what fits it is brought back, whatever it had acknowledged", async () => {
  const server = emptyServer();
  for (let revision = 1; revision <= 3; revision += 1) {
    server.save(testDatasetId, { tracks: { upsert: [wireTrack(revision + 10)] } });
  }
  await leaveEdits(server);
  // The server had confirmed the step in a revision that it no longer has.
  const { journal } = await Journal.open({ userId: "user", datasetId: testDatasetId, setName: undefined });
  await journal.recordUnacknowledged({ seq: 1, only: undefined, reply: { revision: 6, updated: 1, deleted: 0 } });
  await journal.close();
  const restored = emptyServer();
  restored.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  const asked = vi.fn<() => Promise<"mine">>(() => Promise.resolve("mine"));
  const next = await openTestWorkspace({ server: restored, askAboutConflict: asked });
  expect([next.recovered?.count, next.aside]).toEqual([1, []]);
  // Newer than the restored backup, although its number is lower than the journal's.
  restored.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark")] } });
  await next.saver.save();
  expect(asked).toHaveBeenCalledOnce();
  expect(restored.records(testDatasetId)).toMatchObject([{ id: 0, confidencePairs: [["crab", 1]] }]);
});

test("changes of the configuration that cannot be read are kept aside as they are", async () => {
  const key: JournalKey = { userId: "user", datasetId: testDatasetId, setName: undefined, isOfConfiguration: true };
  const { journal } = await Journal.open(key);
  await journal.append(1, new TextEncoder().encode("{ half a st"));
  await journal.close();
  const { aside } = await openTestWorkspace();
  expect(aside).toMatchObject([{ reason: "unreadable", key }]);
  expect(await (await writeAsideFile(aside[0]!))!.text()).toContain("{ half a st");
});

test("what is set aside stays for so many days, and of too many the oldest go", async () => {
  const key: JournalKey = { userId: "user", datasetId: testDatasetId, setName: undefined };
  const leave = async (): Promise<void> => {
    const { journal } = await Journal.open(key);
    await journal.append(1, new Uint8Array([1]));
    await journal.setAside("differs");
    await journal.close();
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for (let count = 0; count <= maxAside; count += 1) {
      vi.setSystemTime(count * 1000);
      await leave();
    }
    const kept = await listAside([key]);
    expect([kept.length, kept[0]?.since]).toEqual([maxAside, new Date(1000)]);
    vi.setSystemTime(maxAsideDays * 24 * 60 * 60 * 1000 + 2500);
    expect((await listAside([key]))[0]?.since).toEqual(new Date(3000));
  } finally {
    vi.useRealTimers();
  }
});
