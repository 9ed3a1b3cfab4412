/** What a page has left in its journal, where nothing of it is unsaved any more. */
import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

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
  expect([next.recovered, next.unrecoverable, next.saver.dirtyCount.value]).toEqual([undefined, undefined, 0]);

  drawTrack(next.workspace, "crab");
  await next.dispose();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(9)] } });
  const last = await openTestWorkspace({ server });
  expect(last.recovered?.count).toBe(1);
});
