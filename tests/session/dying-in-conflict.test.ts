/** A page that dies while it asks about a conflict: the next page has the edit, and asks again. */
import "fake-indexeddb/auto";
import { expect, test, vi } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

test("an edit of what others have changed, made during a save, outlives the page that asks about it", async () => {
  // Pages that can neither lock nor ask treat every journal as one of a dead page.
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("BroadcastChannel", undefined);
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] } });
  let during: (() => void) | undefined;
  const client = server.client(async (request, handle) => {
    if (request.method === "PATCH") during?.();
    during = undefined;
    return await handle();
  });
  const asked = vi.fn<() => void>();
  const dying = await openTestWorkspace({
    server,
    client,
    askAboutConflict: () => {
      asked();
      return new Promise(() => undefined);
    },
  });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(1, "others")] } });
  drawTrack(dying.workspace, "drawn");
  during = () =>
    void dying.workspace.transact({ kind: "track", change: "setType" }, 0 as FrameNumber, (tx) =>
      tx.tracks.setType([1 as TrackId], "mine"),
    );
  void dying.saver.save();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await dying.workspace.document.journal?.settled();

  const askedAgain = vi.fn<() => Promise<"mine">>(() => Promise.resolve("mine"));
  const next = await openTestWorkspace({ server, askAboutConflict: askedAgain });
  expect(next.aside).toEqual([]);
  // Saved changes are not recovered again.
  expect(next.recovered?.count).toBe(1);
  await next.saver.save();
  expect(askedAgain).toHaveBeenCalledOnce();
  const types = server.records(testDatasetId).map(({ confidencePairs }) => confidencePairs);
  expect(types).toEqual([[["fish", 1]], [["mine", 1]], [["drawn", 1]]]);
  const last = await openTestWorkspace({ server });
  expect([last.recovered, last.aside, last.saver.dirtyCount.peek()]).toEqual([undefined, [], 0]);
});
