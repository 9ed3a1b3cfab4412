import { expect, test } from "vitest";
import type { Bounds, FrameNumber, TrackId } from "#core/types";
import { ApiError, type ApiClient } from "#schemas/client";
import type { SaveConflict } from "#schemas/wire";
import { createTestWorkspace } from "./test-workspace.ts";
import { Saver, type ConflictChoice } from "./saver.ts";

interface Sent {
  saveId: string;
  baseRevision: number;
  set?: string;
  tracks: { upsert: { id: number }[]; delete: number[] };
}

type Answer = { revision: number } | Error;

/** A saver whose server answers as the test says, one answer a save. */
async function setUp(options: { answers?: (Answer | Promise<Answer>)[]; choice?: ConflictChoice } = {}) {
  const workspace = await createTestWorkspace();
  const sent: Sent[] = [];
  const answers = options.answers ?? [];
  const call = async (_id: string, { body }: { body: Uint8Array }) => {
    sent.push(JSON.parse(new TextDecoder().decode(body)) as Sent);
    const answer = (await answers.shift()) ?? { revision: sent.length };
    if (answer instanceof Error) throw answer;
    return { updated: 0, deleted: 0, ...answer };
  };
  const conflicts: (readonly TrackId[])[] = [];
  let reloads = 0;
  const saver: Saver = new Saver({
    workspace,
    client: { call } as unknown as ApiClient,
    journal: undefined,
    setName: undefined,
    baseRevision: 0,
    async askAboutConflict({ trackIds }) {
      conflicts.push(trackIds);
      return options.choice ?? "cancel";
    },
    async reload() {
      reloads += 1;
    },
  });
  const box: Bounds = [1, 2, 30, 40];
  const draw = (frame = 0): TrackId => {
    let id: TrackId | undefined;
    workspace.transact("addTrack", frame as FrameNumber, (tx) => {
      id = tx.addTrack({ type: "fish", frame: frame as FrameNumber, bounds: box });
    });
    if (id === undefined) throw new Error("no track");
    return id;
  };
  return { workspace, saver, sent, conflicts, draw, reloads: () => reloads };
}

function conflictError(head: number, tracks: number[], created: number[] = [], nextTrackId = 100): ApiError {
  const extra = { head, tracks, groups: [], created, nextTrackId };
  const reply: SaveConflict = { type: "conflict", message: "Conflict", extra };
  return new ApiError("annotation.save", 409, "Conflict", reply);
}

test("changes are counted per track, and undoing them all counts none", async () => {
  const { workspace, saver, draw } = await setUp();
  expect(saver.state.value).toEqual({ kind: "saved", at: undefined });
  const id = draw();
  workspace.transact("setBounds", 0 as FrameNumber, (tx) => tx.setBounds(id, 0 as FrameNumber, [5, 5, 9, 9]));
  draw();
  expect(saver.state.value).toEqual({ kind: "dirty", count: 2 });
  workspace.undo();
  workspace.undo();
  workspace.undo();
  expect(saver.dirtyCount.value).toBe(0);
});

test("a save sends the changed tracks with the revision they were made on", async () => {
  const { workspace, saver, sent, draw } = await setUp();
  const first = draw();
  const second = draw();
  await saver.save();
  expect(sent[0]).toMatchObject({ baseRevision: 0, tracks: { delete: [] } });
  expect(sent[0]?.tracks.upsert.map(({ id }) => id)).toEqual([first, second]);
  expect(saver.state.value).toMatchObject({ kind: "saved" });

  workspace.transact("deleteTracks", 0 as FrameNumber, (tx) => tx.deleteTrack(first));
  await saver.save();
  expect(sent[1]).toMatchObject({ baseRevision: 1, tracks: { upsert: [], delete: [first] } });
  expect(sent[1]?.saveId).not.toBe(sent[0]?.saveId);
});

test("a track that is made and deleted again is not sent at all", async () => {
  const { workspace, saver, sent, draw } = await setUp();
  const id = draw();
  workspace.transact("deleteTracks", 0 as FrameNumber, (tx) => tx.deleteTrack(id));
  await saver.save();
  expect(sent).toEqual([]);
});

test("edits made while a save is under way stay unsaved", async () => {
  let answer: (value: Answer) => void = () => undefined;
  const { saver, sent, draw } = await setUp({ answers: [new Promise((resolve) => (answer = resolve))] });
  draw();
  const saving = saver.save();
  expect(saver.state.value.kind).toBe("saving");
  const late = draw();
  answer({ revision: 1 });
  await saving;
  expect(saver.state.value).toEqual({ kind: "dirty", count: 1 });
  await saver.save();
  expect(sent[1]?.tracks.upsert.map(({ id }) => id)).toEqual([late]);
});

test("a save without an answer is sent again as it was, before anything newer", async () => {
  const lost = new ApiError("annotation.save", 0, "The server could not be reached.");
  const { saver, sent, draw } = await setUp({ answers: [lost, { revision: 1 }, { revision: 2 }] });
  draw();
  await expect(saver.save()).rejects.toThrow("could not be reached");
  expect(saver.state.value).toEqual({ kind: "offline", count: 1 });
  draw();
  await saver.save();
  expect(sent).toHaveLength(3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]?.tracks.upsert).toHaveLength(1);
  expect(saver.dirtyCount.value).toBe(0);
});

test("a refused save says why, and everything stays unsaved", async () => {
  const { saver, draw } = await setUp({ answers: [new ApiError("annotation.save", 403, "No write access.")] });
  draw();
  await expect(saver.save()).rejects.toMatchObject({ kind: "permission" });
  expect(saver.state.value).toEqual({ kind: "dirty", count: 1 });
});

test("in read-only mode saving is an error", async () => {
  const { workspace, saver } = await setUp();
  workspace.setReadOnly("pipeline");
  await expect(saver.save()).rejects.toThrow("attempted to save in read only mode");
});

test("a conflict asks; mine is sent again on the newer revision and the rest is read", async () => {
  const { saver, sent, conflicts, draw, reloads } = await setUp({
    answers: [conflictError(7, [0]), { revision: 8 }],
    choice: "mine",
  });
  draw();
  draw();
  await saver.save();
  expect(conflicts).toEqual([[0]]);
  expect(sent[1]).toMatchObject({ baseRevision: 7 });
  expect(sent[1]?.tracks.upsert.map(({ id }) => id)).toEqual([0, 1]);
  expect(reloads()).toBe(1);
});

test("tracks that two people have drawn under one id are both kept, and nobody is asked", async () => {
  const { saver, sent, conflicts, draw, reloads } = await setUp({
    answers: [conflictError(7, [0], [0], 9), conflictError(8, [9], [9], 12), { revision: 9 }],
  });
  draw();
  draw();
  await saver.save();
  expect(conflicts).toEqual([]);
  const ids = sent.map(({ tracks }) => tracks.upsert.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(ids).toEqual([
    [0, 1],
    [1, 9],
    [1, 12],
  ]);
  expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([0, 7, 8]);
  expect(saver.dirtyCount.value).toBe(0);
  expect(reloads()).toBe(1);
});

test("with theirs only the tracks without a conflict are sent", async () => {
  const { saver, sent, draw, reloads } = await setUp({
    answers: [conflictError(7, [0]), { revision: 8 }],
    choice: "theirs",
  });
  draw();
  draw();
  await saver.save();
  expect(sent[1]?.tracks.upsert.map(({ id }) => id)).toEqual([1]);
  expect(reloads()).toBe(1);
});

test("when somebody else has saved other tracks, they are read after the save", async () => {
  const { saver, draw, reloads } = await setUp({ answers: [{ revision: 3 }] });
  draw();
  await saver.save();
  expect(reloads()).toBe(1);
});
