/** Opening a dataset: rights, past revisions, several cameras, and their common undo order and save. */
import { effect } from "@preact/signals-core";
import { expect, test } from "vitest";
import type { FrameNumber, GroupId, TrackId } from "#core/types";
import { Workspace } from "../../web/session/workspace.ts";
import { ModelServer } from "../support/model-server.ts";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

const leftId = "0123456789abcdef0123456a";
const rightId = "0123456789abcdef0123456b";

function stereoServer(): ModelServer {
  const server = new ModelServer();
  server.addDataset(testDatasetId, { cameras: { left: leftId, right: rightId } });
  server.addDataset(leftId);
  server.addDataset(rightId);
  return server;
}

test("who may only read finds the dataset read-only, with that reason, before anything is drawn", async () => {
  const server = emptyServer();
  server.dataset(testDatasetId).accessLevel = 0;
  const { workspace, saver } = await openTestWorkspace({ server });
  expect([workspace.readOnly.value, workspace.editRefusal.value]).toEqual(["access", "readOnly"]);
  expect(() => drawTrack(workspace)).toThrow("refused");
  await expect(saver.save()).rejects.toMatchObject({ kind: "readOnly" });
});

test("[V-READONLY-02, asked for by who opens it] a dataset is opened read-only: nothing is edited or saved", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  const { workspace, saver } = await openTestWorkspace({ server, readOnly: "requested" });
  expect([workspace.readOnly.value, workspace.editRefusal.value]).toEqual(["requested", "readOnly"]);
  expect(() => drawTrack(workspace)).toThrow("refused");
  await expect(saver.save()).rejects.toThrow("attempted to save in read only mode");
  expect(server.records(testDatasetId).map(({ id }) => id)).toEqual([0]);
});

test("a past revision is shown as it was and is read-only; the newest one can be edited again", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(1)] } });
  const { workspace } = await openTestWorkspace({ server, revision: 1 });
  expect([[...workspace.display.visibleTrackIds.value], workspace.readOnly.value]).toEqual([[0], "revision"]);
  await workspace.documents.show({ setName: undefined, revision: undefined });
  expect([[...workspace.display.visibleTrackIds.value], workspace.readOnly.value]).toEqual([[0, 1], undefined]);
});

test("each camera has the document of its own dataset; undo has one order over them, and one save sends all", async () => {
  const server = stereoServer();
  const { workspace, saver } = await openTestWorkspace({ server });
  const [left, right] = workspace.cameras;
  expect(workspace.cameras.map(({ name, info }) => [name, info.datasetId])).toEqual([
    ["left", leftId],
    ["right", rightId],
  ]);
  expect(workspace.active.value).toBe(left);
  drawTrack(workspace, "a");
  workspace.activate(right!);
  drawTrack(workspace, "b");
  workspace.activate(left!);
  drawTrack(workspace, "c");
  expect(saver.dirtyCount.value).toBe(3);
  workspace.undo();
  workspace.undo();
  expect(workspace.active.value).toBe(right);
  expect(workspace.cameras.map(({ document }) => document.peek().core.trackCount)).toEqual([1, 0]);
  workspace.redo();
  await saver.save();
  expect([server.records(leftId).length, server.records(rightId).length]).toEqual([1, 1]);
  expect(saver.dirtyCount.value).toBe(0);
});

test("an edit of another camera leaves the active one active, also for a moment; undo goes to where it changes something", async () => {
  const { workspace } = await openTestWorkspace({ server: stereoServer() });
  const [, right] = workspace.cameras;
  const seen: string[] = [];
  const stop = effect(() => void seen.push(workspace.active.value.name));
  const frame = 0 as FrameNumber;
  workspace.transact(
    { kind: "track", change: "add" },
    frame,
    (tx) => tx.tracks.add({ type: "fish", frame, bounds: [1, 2, 30, 40] }),
    right,
  );
  expect([seen, right!.document.peek().core.trackCount]).toEqual([["left"], 1]);
  workspace.undo();
  expect([seen, right!.document.peek().core.trackCount]).toEqual([["left", "right"], 0]);
  stop();
});

test("a camera that others have saved is read again; the other one keeps its document", async () => {
  const server = stereoServer();
  const { workspace, saver } = await openTestWorkspace({ server });
  const before = workspace.cameras.map(({ document }) => document.peek());
  drawTrack(workspace);
  server.save(leftId, { tracks: { upsert: [wireTrack(9)] } });
  await saver.save();
  const after = workspace.cameras.map(({ document }) => document.peek());
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, () => undefined);
  expect(after[0]?.core.trackCount).toBe(2);
  workspace.undo();
  expect([after[0]?.core.trackCount, workspace.steps.canUndo.value]).toEqual([1, false]);
});

test("[V-MULTICAM-03] several cameras without a default one are an error that says so", async () => {
  const server = stereoServer();
  Object.assign(server.dataset(testDatasetId).configuration, {
    multiCamMedia: { defaultDisplay: "", cameraOrder: ["left", "right"], cameras: {} },
  });
  await expect(openTestWorkspace({ server })).rejects.toThrow("Multicamera dataset without default camera specified");
});

test("[S-ERROR-13] a dataset of type multi opens with its cameras; without their data it is not supported", async () => {
  const { workspace } = await openTestWorkspace({ server: stereoServer() });
  expect(workspace.cameras.map(({ name }) => name)).toEqual(["left", "right"]);
  const server = stereoServer();
  Object.assign(server.dataset(testDatasetId).configuration, { multiCamMedia: undefined });
  await expect(openTestWorkspace({ server })).rejects.toThrow("multi not supported on web yet");
});

test("[V-ERROR-07] [V-ERROR-08] [V-ERROR-11] a camera without annotations, a group that a camera does not have, and a camera that does not exist are internal errors", async () => {
  const { workspace } = await openTestWorkspace({ server: stereoServer() });
  const { dataset, settings, configuration, cameras } = workspace;
  const [left, right] = cameras.map(({ document }) => document.peek());
  const buildDocument = () => Promise.reject(new Error("not asked for"));
  const build = (change: { dataset?: typeof dataset; documents: readonly NonNullable<typeof left>[] }) => () =>
    new Workspace({ dataset, settings, configuration, readOnly: undefined, buildDocument, ...change });
  // A document has the tracks and the groups of its camera.
  expect(build({ documents: [left!] })).toThrow("Each camera needs a document.");
  expect(build({ dataset: { ...dataset, cameras: [] }, documents: [] })).toThrow('There is no camera "left".');
  expect(() => workspace.requireCamera("top")).toThrow('There is no camera "top".');

  const group = { type: "school", members: [{ trackId: drawTrack(workspace) }] };
  workspace.transact({ kind: "group", change: "create" }, 0 as FrameNumber, (tx) => void tx.groups.create(group));
  const rename = (camera: (typeof cameras)[number]) => () =>
    workspace.transact(
      { kind: "type", change: "rename" },
      0 as FrameNumber,
      (tx) => tx.groups.setPairs(0 as GroupId, []),
      camera,
    );
  expect(rename(cameras[1]!)).toThrow("There is no group 0.");
  expect(rename(cameras[0]!)).not.toThrow();
  expect(right!.core.trackCount).toBe(0);
});

test("[V-SAVE-01] changes of tracks, groups, attributes and track filters are queued per camera as upsert or delete, with a counter of metadata", async () => {
  const server = stereoServer();
  const group = { id: 4, begin: 0, end: 0, confidencePairs: [["school", 1]], attributes: {}, members: {} };
  server.save(leftId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] }, groups: { upsert: [group] } });
  const { workspace, saver } = await openTestWorkspace({ server });
  const [left, right] = workspace.cameras;
  const edit = (camera: typeof left, change: Parameters<typeof workspace.transact>[2]) =>
    workspace.transact({ kind: "track", change: "setAttribute" }, 0 as FrameNumber, change, camera);
  edit(left, (tx) => tx.tracks.delete(0 as TrackId));
  edit(left, (tx) => tx.tracks.setType([1 as TrackId], "crab"));
  edit(left, (tx) => tx.groups.delete(4 as GroupId));
  drawTrack(workspace, "a");
  edit(right, (tx) => void tx.tracks.add({ type: "b", frame: 0 as FrameNumber, bounds: [1, 2, 3, 4] }));
  const queued = (camera: typeof left) => {
    const { tracks, groups } = camera!.document.peek().sync.next()!.changes;
    return { tracks: [[...tracks.upsert], [...tracks.delete]], groups: [[...groups.upsert], [...groups.delete]] };
  };
  expect(queued(left)).toEqual({ tracks: [[1, 2], [0]], groups: [[], [4]] });
  // All cameras share one sequence of ids.
  expect(queued(right)).toEqual({ tracks: [[3], []], groups: [[], []] });

  const { configuration } = workspace;
  expect(configuration.pendingCount.value).toBe(0);
  const age = { belongs: "track", datatype: "number", name: "age", key: "track_age" } as const;
  const old = { name: "old", attribute: "age", type: "track", filter: { op: ">", val: 9 } } as const;
  configuration.change({ attributes: { [age.key]: age }, attributeTrackFilters: { old } });
  expect(configuration.pendingCount.value).toBe(2);
  expect(configuration.unsaved(["attributes", "attributeTrackFilters"])).toEqual({
    attributes: { [age.key]: age },
    attributeTrackFilters: { old },
  });
  expect(saver.dirtyCount.value).toBe(4 + 1 + 2);
  await saver.save();
  expect(saver.dirtyCount.value).toBe(0);
  configuration.change({ attributes: { [age.key]: null } });
  expect(configuration.unsaved(["attributes"])).toEqual({ attributes: { [age.key]: null } });
  expect(configuration.pendingCount.value).toBe(1);
});
