/**
 * Comparing: single parts of a difference are accepted or kept, each as one step of the common undo order; with any
 * dataset, set and revision.
 */
import { createCore } from "#core";
import { expect, test } from "vitest";
import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import { Comparison, type ComparedWith } from "../../web/session/comparison/comparison.ts";
import { nameOfAction } from "../../web/session/undo/edit-action.ts";
import { emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

const box = (frame: number, x: number) => ({
  frame,
  bounds: [x, 0, x + 10, 10],
  keyframe: true,
  interpolate: true,
  attributes: {},
});

function track(id: number, type: string, places: Readonly<Record<number, number>>): ReturnType<typeof wireTrack> {
  const features = Object.entries(places).map(([frame, x]) => box(Number(frame), x));
  const frames = features.map(({ frame }) => frame);
  return { ...wireTrack(id, type), begin: Math.min(...frames), end: Math.max(...frames), features };
}

/** Revisions 1 and 2 of the dataset itself. */
async function setUp() {
  const server = emptyServer();
  server.save(testDatasetId, {
    tracks: {
      upsert: [
        track(0, "fish", { 0: 1, 4: 2, 8: 3 }),
        track(1, "only there", { 0: 1, 5: 1 }),
        track(3, "alike", { 0: 1 }),
      ],
    },
  });
  server.save(testDatasetId, {
    tracks: {
      upsert: [track(0, "crab", { 0: 10, 4: 20, 8: 3 }), track(2, "only here", { 2: 1, 6: 1 })],
      delete: [1],
    },
  });
  const opened = await openTestWorkspace({ server });
  const { workspace } = opened;
  const comparison = new Comparison(workspace, {
    client: server.client(),
    createCore: (): Promise<AnnotationCore> => createCore(),
  });
  const begin = async (other: Partial<ComparedWith>): Promise<void> =>
    await comparison.begin({ setName: undefined, revision: undefined, ...other });
  const ready = () => {
    const state = comparison.state.value;
    if (state.kind !== "ready") throw new Error(`The comparison is ${state.kind}.`);
    return state;
  };
  /** Undecided differences, by track. */
  const left = () =>
    Object.fromEntries(
      ready().differences.map((each) => [
        each.trackId,
        [...(each.trackFields.length > 0 ? ["track"] : []), ...comparison.framesOf(each)],
      ]),
    );
  const placeOf = (id: number, frame: number) =>
    workspace.core.hasTrack(id as TrackId)
      ? workspace.core.detectionAt(id as TrackId, frame as FrameNumber)?.bounds[0]
      : undefined;
  return { ...opened, server, comparison, begin, ready, left, placeOf };
}

const id = (number: number) => number as TrackId;

test("a single box is taken over, of a track that both have, that only there is or only here; each is one step", async () => {
  const { workspace, comparison, begin, left, placeOf } = await setUp();
  await begin({ revision: 1 });
  expect(left()).toEqual({ 0: ["track", 0, 4], 1: [0, 5], 2: [2, 6] });
  comparison.acceptPart(id(0), 4);
  expect([placeOf(0, 0), placeOf(0, 4), workspace.core.track(id(0)).pairs[0]?.type]).toEqual([10, 2, "crab"]);
  comparison.acceptPart(id(1), 5);
  expect([workspace.core.track(id(1)).begin, workspace.core.track(id(1)).pairs[0]?.type]).toEqual([5, "only there"]);
  comparison.acceptPart(id(2), 2);
  expect([placeOf(2, 2), placeOf(2, 6)]).toEqual([undefined, 1]);
  comparison.acceptPart(id(2), 6);
  expect(workspace.core.hasTrack(id(2))).toBe(false);
  comparison.acceptPart(id(0), "track");
  expect([placeOf(0, 0), workspace.core.track(id(0)).pairs[0]?.type]).toEqual([10, "fish"]);
  expect(left()).toEqual({ 0: [0], 1: [0] });
  for (let step = 0; step < 5; step += 1) workspace.undo();
  expect(left()).toEqual({ 0: ["track", 0, 4], 1: [0, 5], 2: [2, 6] });
});

test("a single box is kept: it is not listed or drawn, taking the rest of the track leaves it, and undo lists it again", async () => {
  const { workspace, comparison, begin, ready, left, placeOf } = await setUp();
  await begin({ revision: 1 });
  comparison.keep({ parts: [[id(0), 4]] });
  comparison.keep({ parts: [[id(2), 6]] });
  comparison.keep({ parts: [[id(1), 0]] });
  expect([left(), ready().keptCount]).toEqual([{ 0: ["track", 0], 1: [5], 2: [2] }, 3]);
  expect(comparison.boxesAt(4 as FrameNumber).map(({ trackId }) => trackId)).toEqual([1, 2]);
  comparison.accept([id(0), id(1), id(2)]);
  expect([placeOf(0, 0), placeOf(0, 4), workspace.core.track(id(0)).pairs[0]?.type]).toEqual([1, 20, "fish"]);
  expect([placeOf(2, 2), placeOf(2, 6), workspace.core.track(id(1)).begin]).toEqual([undefined, 1, 5]);
  expect(left()).toEqual({});
  workspace.undo();
  expect(left()).toEqual({ 0: ["track", 0], 1: [5], 2: [2] });
  workspace.undo();
  expect(left()).toEqual({ 0: ["track", 0], 1: [0, 5], 2: [2] });
  workspace.redo();
  expect(left()).toEqual({ 0: ["track", 0], 1: [5], 2: [2] });
  comparison.keep({ tracks: [id(1)], parts: [[id(0), "track"]] });
  expect(left()).toEqual({ 0: [0], 2: [2] });
  comparison.restoreDismissed();
  expect([left(), ready().keptCount, workspace.steps.canUndo.value]).toEqual([
    { 0: ["track", 0, 4], 1: [0, 5], 2: [2, 6] },
    0,
    false,
  ]);
});

test("what was kept ends with the comparison, and leaves no steps behind", async () => {
  const { workspace, comparison, begin, left } = await setUp();
  await begin({ revision: 1 });
  comparison.acceptPart(id(0), 4);
  comparison.keep({ tracks: [id(1)] });
  await begin({ revision: 1 });
  expect(Object.keys(left())).toEqual(["0", "1", "2"]);
  expect(workspace.steps.entries.value.map(({ action }) => nameOfAction(action))).toEqual(["differences.accept"]);
});

test("the sets and older revisions of another dataset are compared with, as its newest state is", async () => {
  const { server, begin, left } = await setUp();
  const another = "f".repeat(24);
  server.addDataset(another);
  server.save(another, { tracks: { upsert: [track(0, "crab", { 0: 10, 4: 20, 8: 3 })] } });
  server.save(another, { tracks: { upsert: [track(9, "new", { 1: 1 })], delete: [0] } });
  server.save(another, { set: "tracker", tracks: { upsert: [track(0, "crab", { 0: 10, 4: 20, 8: 4 })] } } as never);
  await begin({ datasetId: another });
  expect(left()).toEqual({ 0: [0, 4, 8], 2: [2, 6], 3: [0], 9: [1] });
  await begin({ datasetId: another, revision: 1 });
  expect(left()).toEqual({ 2: [2, 6], 3: [0] });
  await begin({ datasetId: another, setName: "tracker", revision: 3 });
  expect(left()).toEqual({ 0: [8], 2: [2, 6], 3: [0] });
});
