/** Annotation sets: saving into another one, and two of them next to each other. */
import { expect, test } from "vitest";
import type { TrackId } from "#core/types";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

const group = {
  id: 5,
  begin: 0,
  end: 0,
  confidencePairs: [["school", 1]],
  attributes: {},
  members: { 3: { ranges: [[0, 0]] } },
};

test("[V-SET-09] a save into another set sends all tracks and groups as changed, and leaves the shown set as it is", async () => {
  const server = emptyServer();
  server.save(testDatasetId, {
    tracks: { upsert: [wireTrack(3), wireTrack(4)] },
    groups: { upsert: [group] },
  } as never);
  const { workspace, saver } = await openTestWorkspace({ server });
  workspace.display.setTypesShown(["fish"], false);
  drawTrack(workspace, "crab");
  await saver.saveInto("expert");
  expect(server.records(testDatasetId, "tracks", "expert").map(({ id }) => id)).toEqual([3, 4, 5]);
  expect(server.records(testDatasetId, "groups", "expert").map(({ id }) => id)).toEqual([5]);
  expect(server.records(testDatasetId).map(({ id }) => id)).toEqual([3, 4]);
  expect(saver.dirtyCount.value).toBe(1);

  await workspace.cameras[0]!.document.peek().journal?.close();
  const expert = await openTestWorkspace({ server, setName: "expert" });
  drawTrack(expert.workspace, "crab");
  await expert.saver.save();
  expect(server.records(testDatasetId, "tracks", "expert")).toHaveLength(4);
  expect(server.records(testDatasetId)).toHaveLength(2);
});

test("a save into another set is refused in read-only mode, and says so when the server refuses it", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } } as never);
  const past = await openTestWorkspace({ server, revision: 1 });
  await expect(past.saver.saveInto("expert")).rejects.toMatchObject({ kind: "readOnly" });
  const { saver } = await openTestWorkspace({ server });
  server.dataset(testDatasetId).accessLevel = 0;
  await expect(saver.saveInto("expert")).rejects.toMatchObject({ kind: "permission" });
});

test("[V-SET-12] the tracks of the compared set are shown with those of the shown one, told apart by their set; nothing can be edited", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(3, "fish"), wireTrack(7, "fish")] } } as never);
  server.save(testDatasetId, {
    set: "expert",
    tracks: { upsert: [wireTrack(0, "crab"), wireTrack(3, "eel")] },
  } as never);
  const { workspace } = await openTestWorkspace({ server, comparedSet: "expert" });
  const shown = [...workspace.display.visibleTrackIds.value] as TrackId[];
  expect(shown.map((id) => [id, workspace.document.setOf(id), workspace.core.track(id).pairs[0]?.type])).toEqual([
    [3, "default", "fish"],
    [7, "default", "fish"],
    [8, "expert", "crab"],
    [11, "expert", "eel"],
  ]);
  expect([workspace.readOnly.value, workspace.editRefusal.value]).toEqual(["comparison", "readOnly"]);

  await workspace.documents.show({ setName: "expert", revision: undefined, comparedSet: "default" });
  expect([...workspace.display.visibleTrackIds.value].map((id) => workspace.document.setOf(id as TrackId))).toEqual([
    "expert",
    "expert",
    "default",
    "default",
  ]);
  await workspace.documents.show({ setName: undefined, revision: undefined, comparedSet: undefined });
  expect([[...workspace.display.visibleTrackIds.value], workspace.readOnly.value]).toEqual([[3, 7], undefined]);
});
