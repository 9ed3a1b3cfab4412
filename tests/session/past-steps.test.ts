/**
 * Undo keeps working after a reload caused by another user's save: it undoes what this page did, never what others did.
 */
import { expect, test } from "vitest";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { nameOfAction } from "../../web/session/undo/edit-action.ts";
import { UndoOrder } from "../../web/session/undo/undo-order.ts";
import type { Workspace } from "../../web/session/workspace.ts";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

const at = 0 as FrameNumber;
const id = (number: number) => number as TrackId;

async function setUp() {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] } });
  const opened = await openTestWorkspace({ server, askAboutConflict: () => Promise.resolve("mine") });
  const { workspace, saver } = opened;
  return {
    ...opened,
    server,
    saveElsewhere: (...tracks: ReturnType<typeof wireTrack>[]): void => {
      server.save(testDatasetId, { tracks: { upsert: tracks } });
    },
    /** Saves unsaved changes, and reads what others have saved. */
    merge: async () => await (saver.dirtyCount.peek() > 0 ? saver.save() : saver.reload()),
    state: () => stateOf(workspace),
  };
}

/** Types and left edges by track. */
function stateOf({ core }: Workspace) {
  return Object.fromEntries(
    [...Array(20).keys()].flatMap((each) =>
      core.hasTrack(id(each))
        ? [[each, [core.track(id(each)).pairs[0]?.type, core.detectionAt(id(each), at)?.bounds[0]]]]
        : [],
    ),
  );
}

const setType = (workspace: Workspace, track: number, type: string) =>
  workspace.transact({ kind: "track", change: "setType" }, at, (tx) => tx.tracks.setType([id(track)], type));
const move = (workspace: Workspace, track: number, x: number) =>
  workspace.transact({ kind: "shape", shape: "detection", change: "move" }, at, (tx) =>
    tx.detections.setBounds(id(track), at, [x, 2, 30, 40] as Bounds),
  );

test("after a merge undo takes back what was done before it, and leaves what others have done, in the same track as well", async () => {
  const { server, workspace, saver, saveElsewhere, merge, state } = await setUp();
  setType(workspace, 0, "crab");
  move(workspace, 1, 5);
  drawTrack(workspace, "mine");
  await saver.save();
  saveElsewhere(wireTrack(0, "crab", [9, 2, 30, 40]), wireTrack(7, "theirs"));
  await merge();
  setType(workspace, 7, "renamed");
  const whole = { 0: ["crab", 9], 1: ["fish", 5], 2: ["mine", 1], 7: ["renamed", 1] };
  expect(state()).toEqual(whole);
  expect(workspace.steps.entries.value.map(({ action, isDone }) => [nameOfAction(action), isDone])).toEqual([
    ["track.setType", true],
    ["shape.detection.move", true],
    ["track.add", true],
    ["track.setType", true],
  ]);

  workspace.undo();
  expect(state()[7]).toEqual(["theirs", 1]);
  workspace.undo();
  expect(state()[2]).toBeUndefined();
  workspace.undo();
  workspace.undo();
  // The type is restored; the box is theirs.
  expect(state()).toEqual({ 0: ["fish", 9], 1: ["fish", 1], 7: ["theirs", 1] });
  expect([workspace.steps.canUndo.value, workspace.undo()]).toEqual([false, undefined]);
  for (let step = 0; step < 4; step += 1) workspace.redo();
  expect([state(), workspace.steps.canRedo.value]).toEqual([whole, false]);

  for (let step = 0; step < 4; step += 1) workspace.undo();
  await saver.save();
  expect(server.records(testDatasetId)).toMatchObject([
    { id: 0, confidencePairs: [["fish", 1]], features: [{ bounds: [9, 2, 30, 40] }] },
    { id: 1, features: [{ bounds: [1, 2, 30, 40] }] },
    { id: 7, confidencePairs: [["theirs", 1]] },
  ]);
});

test("what was taken back before a merge can be done again after it, and a new edit ends that", async () => {
  const { workspace, saveElsewhere, saver, merge, state } = await setUp();
  setType(workspace, 0, "crab");
  setType(workspace, 0, "squid");
  workspace.undo();
  await saver.save();
  saveElsewhere(wireTrack(1, "whale"));
  await merge();
  expect([workspace.steps.canUndo.value, workspace.steps.canRedo.value, state()]).toEqual([
    true,
    true,
    { 0: ["crab", 1], 1: ["whale", 1] },
  ]);
  workspace.redo();
  expect(state()[0]).toEqual(["squid", 1]);
  workspace.undo();
  move(workspace, 0, 7);
  expect(workspace.steps.canRedo.value).toBe(false);
  workspace.undo();
  workspace.undo();
  expect(state()).toEqual({ 0: ["fish", 1], 1: ["whale", 1] });
});

test("where others have changed the same value theirs stays; a track that got another id is taken back under that", async () => {
  const { workspace, saver, saveElsewhere, merge, state } = await setUp();
  setType(workspace, 0, "crab");
  drawTrack(workspace, "mine");
  saveElsewhere(wireTrack(2, "theirs"));
  await merge();
  const own = Object.entries(state()).find(([, [type]]) => type === "mine");
  expect(state()).toMatchObject({ 0: ["crab", 1], 2: ["theirs", 1] });
  expect(Number(own?.[0])).toBeGreaterThan(2);
  saveElsewhere(wireTrack(0, "shark"));
  await merge();
  workspace.undo();
  expect(Object.keys(state())).toEqual(["0", "1", "2"]);
  workspace.undo();
  expect(state()).toMatchObject({ 0: ["shark", 1], 2: ["theirs", 1] });
  await saver.save();
  expect(saver.dirtyCount.value).toBe(0);
});

test("groups go with it, and another set starts over", async () => {
  const { workspace, saver, saveElsewhere, merge } = await setUp();
  const groups = () => [...workspace.core.writer.groupRows()].map((row) => row.id);
  workspace.transact({ kind: "group", change: "create" }, at, (tx) =>
    tx.groups.create({ members: [{ trackId: id(0) }, { trackId: id(1) }] }),
  );
  await saver.save();
  saveElsewhere(wireTrack(1, "whale"));
  await merge();
  expect(groups()).toHaveLength(1);
  workspace.undo();
  expect(groups()).toEqual([]);
  workspace.redo();
  expect(groups()).toHaveLength(1);
  await saver.save();
  await workspace.documents.show({ setName: "another", revision: undefined, comparedSet: undefined });
  expect(workspace.steps.canUndo.value).toBe(false);
});

test("a step over very many tracks is forgotten with those before it", async () => {
  const { workspace, server, saver, merge, state } = await setUp();
  setType(workspace, 0, "crab");
  workspace.transact({ kind: "track", change: "add" }, at, (tx) => {
    for (let each = 0; each < 5001; each += 1) tx.tracks.add({ type: "many", frame: at, bounds: [1, 2, 30, 40] });
  });
  move(workspace, 1, 5);
  await saver.save();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark")] } });
  await merge();
  workspace.undo();
  expect(state()).toMatchObject({ 0: ["shark", 1], 1: ["fish", 1], 2: ["many", 1] });
  expect(workspace.steps.canUndo.value).toBe(false);
});

test("past steps that are too large together are forgotten, the oldest first", () => {
  const order = new UndoOrder<string, number>();
  for (const [index, change] of (["add", "merge", "split"] as const).entries()) {
    order.push("camera", index + 1, { kind: "track", change });
  }
  order.push("configuration", 1, { kind: "configuration", change: "change" });
  order.keepPast("camera", { done: [3, 2, 4], undone: [] });
  order.limitPast("camera", (past) => past, 5);
  expect(order.entries().map(({ action }) => nameOfAction(action))).toEqual([
    "track.merge",
    "track.split",
    "configuration.change",
  ]);
  order.limitPast("camera", (past) => past, 2);
  expect(order.entries().map(({ action }) => nameOfAction(action))).toEqual(["configuration.change"]);
});
