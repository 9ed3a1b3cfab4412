/** Saving, concurrent saves by others, and what is kept when saving fails: on a model of the server. */
import { expect, onTestFinished, test, vi } from "vitest";
import type { FrameNumber, GroupId, TrackId } from "#core/types";
import type { SaveAnnotationsBody } from "#schemas/wire";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";
import type { ModelServer } from "../support/model-server.ts";
import { pauseMs } from "../../web/session/document/work-time.ts";
import type { Conflict, ConflictChoice } from "../../web/session/saving/conflict.ts";
import { linesOf, titleOf } from "../../web/viewer/saving/conflict-words.ts";

const first = 0 as FrameNumber;
const id = (value: number): TrackId => value as TrackId;

/**
 * The fate of the next saving requests: a status instead of the server's response, or a response lost on its way
 * back.
 */
type Trouble =
  | "lost request"
  | "lost answer"
  | 403
  | 500
  | 503
  | { readonly code: string; readonly retryAfterSeconds: number };

async function setUp(options: { tracks?: ReturnType<typeof wireTrack>[]; choice?: ConflictChoice } = {}) {
  const server = emptyServer();
  if (options.tracks !== undefined) server.save(testDatasetId, { tracks: { upsert: options.tracks } });
  const troubles: Trouble[] = [];
  const asked: Conflict[] = [];
  const hold: { before?: () => Promise<void> | void } = {};
  const client = server.client(async (request, handle) => {
    if (request.method !== "PATCH") return await handle();
    await hold.before?.();
    const trouble = troubles.shift();
    if (trouble === "lost request") throw new TypeError("network");
    if (typeof trouble === "number") return Response.json({ message: "refused", type: "rest" }, { status: trouble });
    if (typeof trouble === "object") {
      const headers = { "Retry-After": String(trouble.retryAfterSeconds) };
      return Response.json({ message: "Later.", type: "rest", code: trouble.code }, { status: 503, headers });
    }
    const response = await handle();
    if (trouble === "lost answer") throw new TypeError("network");
    return response;
  });
  const opened = await openTestWorkspace({
    server,
    client,
    askAboutConflict(conflict) {
      asked.push(conflict);
      return Promise.resolve(options.choice ?? "cancel");
    },
  });
  return { ...opened, troubles, asked, hold, draw: () => drawTrack(opened.workspace) };
}

const askedIds = ({ questions }: Conflict): string[] => questions.map(({ kind, id: asked }) => `${kind} ${asked}`);

function sentTo({ requests }: ModelServer): SaveAnnotationsBody[] {
  return requests
    .filter(({ path, method }) => path.startsWith("dive_annotation") && method === "PATCH")
    .map(({ body }) => body as SaveAnnotationsBody);
}

function wireGroup(groupId: number, type: string, trackIds: readonly number[]): { id: number } {
  const members = Object.fromEntries(trackIds.map((trackId) => [trackId, { ranges: [[0, 0]] }]));
  const group = { id: groupId, begin: 0, end: 0, confidencePairs: [[type, 1]], attributes: {}, members };
  return group;
}

const typeOfRecord = (record: { readonly [member: string]: unknown }): unknown =>
  (record["confidencePairs"] as [string][])[0]?.[0];
const idsOf = (list: unknown[] | undefined): number[] => (list as { id: number }[]).map((each) => each.id);
const typesOf = (server: ModelServer): unknown[] =>
  server.records(testDatasetId).map((track) => [track.id, (track["confidencePairs"] as [string][])[0]?.[0]]);

test("changes are counted per track, and undoing them all counts none", async () => {
  const { workspace, saver, draw } = await setUp();
  expect(saver.state.value).toEqual({ kind: "saved", at: undefined });
  const track = draw();
  workspace.transact({ kind: "shape", shape: "box", change: "resize" }, first, (tx) =>
    tx.detections.setBounds(track, first, [5, 5, 9, 9]),
  );
  draw();
  expect(saver.state.value).toEqual({ kind: "dirty", count: 2 });
  workspace.undo();
  workspace.undo();
  workspace.undo();
  expect(saver.dirtyCount.value).toBe(0);
});

test("a save sends the changed tracks with the revision they were made on", async () => {
  const { workspace, saver, server, draw } = await setUp();
  const [a, b] = [draw(), draw()];
  await saver.save();
  expect(sentTo(server)[0]).toMatchObject({ baseRevision: 0, tracks: { delete: [] } });
  expect(idsOf(sentTo(server)[0]?.tracks?.upsert)).toEqual([a, b]);
  expect(saver.state.value).toMatchObject({ kind: "saved" });

  workspace.transact({ kind: "track", change: "delete" }, first, (tx) => tx.tracks.delete(a));
  await saver.save();
  expect(sentTo(server)[1]).toMatchObject({ baseRevision: 1, tracks: { upsert: [], delete: [a] } });
  expect(sentTo(server)[1]?.saveId).not.toBe(sentTo(server)[0]?.saveId);
});

test("a track that is made and deleted again is not sent at all", async () => {
  const { workspace, saver, server, draw } = await setUp();
  const track = draw();
  workspace.transact({ kind: "track", change: "delete" }, first, (tx) => tx.tracks.delete(track));
  await saver.save();
  expect(sentTo(server)).toEqual([]);
});

test("edits made while a save is under way stay unsaved", async () => {
  const { saver, server, draw, hold } = await setUp();
  draw();
  let late: TrackId | undefined;
  hold.before = () => {
    hold.before = () => undefined;
    late = draw();
    expect(saver.state.value.kind).toBe("saving");
  };
  await saver.save();
  expect(saver.state.value).toEqual({ kind: "dirty", count: 1 });
  await saver.save();
  expect(idsOf(sentTo(server)[1]?.tracks?.upsert)).toEqual([late]);
});

test.each(["lost request", "lost answer", 503] as const)(
  "a save without an answer (%s) is sent again as it was, before anything newer",
  async (trouble) => {
    const { saver, server, draw, troubles } = await setUp();
    troubles.push(trouble);
    const a = draw();
    await expect(saver.save()).rejects.toMatchObject({ kind: "unanswered" });
    expect(saver.state.value).toEqual({ kind: "offline", count: 1 });
    const b = draw();
    await saver.save();
    const sent = sentTo(server);
    expect(idsOf(sent.at(-2)?.tracks?.upsert)).toEqual([a]);
    expect(idsOf(sent.at(-1)?.tracks?.upsert)).toEqual([b]);
    expect(saver.dirtyCount.value).toBe(0);
    expect(server.dataset(testDatasetId).head).toBe(2);
  },
);

test.each(["busy", "stopping", "storage-gone", "storage-read-only"] as const)(
  "a save that the server postpones (%s) is not called offline, and is sent again as it was",
  async (code) => {
    const { saver, server, draw, troubles } = await setUp();
    troubles.push({ code, retryAfterSeconds: 7 });
    const a = draw();
    await expect(saver.save()).rejects.toMatchObject({ kind: "postponed", code });
    expect(saver.state.value).toEqual({ kind: "postponed", count: 1, code });
    expect(saver.retryAfterMs).toBe(7000);
    const b = draw();
    await saver.save();
    expect(sentTo(server).map(({ tracks }) => idsOf(tracks?.upsert))).toEqual([[a], [b]]);
    expect(saver.state.value.kind).toBe("saved");
    expect(saver.retryAfterMs).toBeUndefined();
  },
);

test("[V-SAVE-08, the error is thrown to the caller] a refused save says why, and everything stays unsaved", async () => {
  const { saver, draw, troubles } = await setUp();
  draw();
  troubles.push(403, 500);
  await expect(saver.save()).rejects.toMatchObject({ kind: "permission" });
  await expect(saver.save()).rejects.toMatchObject({ kind: "failed" });
  expect(saver.state.value).toEqual({ kind: "dirty", count: 1 });
  await saver.save();
  expect(saver.dirtyCount.value).toBe(0);
});

test('[V-READONLY-06] saving in read-only mode raises the error "attempted to save in read only mode"', async () => {
  const { workspace, saver } = await setUp();
  workspace.setReadOnly("pipeline");
  await expect(saver.save()).rejects.toThrow("attempted to save in read only mode");
});

test("when someone else has saved other tracks, the next save reads them", async () => {
  const { workspace, saver, server, draw } = await setUp({ tracks: [wireTrack(0)] });
  const before = workspace.document;
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(7, "crab")] } });
  draw();
  await saver.save();
  expect(workspace.document).not.toBe(before);
  expect(typesOf(server)).toEqual([
    [0, "fish"],
    [1, "fish"],
    [7, "crab"],
  ]);
  expect([...workspace.display.visibleTrackIds.value]).toEqual([0, 1, 7]);
});

test("a conflict asks; mine is sent over theirs, and the rest is read", async () => {
  const { workspace, saver, server, asked } = await setUp({ tracks: [wireTrack(0), wireTrack(1)], choice: "mine" });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs"), wireTrack(1, "theirs")] } });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0)], "mine"));
  await saver.save();
  expect(asked.map(askedIds)).toEqual([["track 0"]]);
  expect(typesOf(server)).toEqual([
    [0, "mine"],
    [1, "theirs"],
  ]);
  expect(workspace.core.track(id(1)).pairs[0]?.type).toBe("theirs");
});

test("with theirs only the tracks without a conflict are sent", async () => {
  const { workspace, saver, server } = await setUp({ tracks: [wireTrack(0), wireTrack(1)], choice: "theirs" });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs")] } });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0), id(1)], "mine"));
  await saver.save();
  expect(typesOf(server)).toEqual([
    [0, "theirs"],
    [1, "mine"],
  ]);
  expect(workspace.core.track(id(0)).pairs[0]?.type).toBe("theirs");
  expect(saver.dirtyCount.value).toBe(0);
});

test("who decides later keeps everything unsaved", async () => {
  const { workspace, saver, server, asked } = await setUp({ tracks: [wireTrack(0)], choice: "cancel" });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs")] } });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0)], "mine"));
  await saver.save();
  expect([saver.dirtyCount.value, asked.length]).toEqual([1, 1]);
  expect(saver.state.value).toEqual({ kind: "dirty", count: 1 });
  expect(workspace.core.track(id(0)).pairs[0]?.type).toBe("mine");
  expect(typesOf(server)).toEqual([[0, "theirs"]]);
});

test("groups that two people have made under one id are both kept, and no one is asked", async () => {
  const { workspace, saver, server, asked } = await setUp({ tracks: [wireTrack(0)] });
  let group: GroupId | undefined;
  workspace.transact({ kind: "group", change: "create" }, first, (tx) => {
    group = tx.groups.create({ type: "school", members: [{ trackId: id(0) }] });
  });
  server.save(testDatasetId, { groups: { upsert: [wireGroup(Number(group), "theirs", [0])] } });
  await saver.save();
  expect(asked).toEqual([]);
  const stored = server.records(testDatasetId, "groups").map((each) => [each.id, typeOfRecord(each)]);
  expect(stored).toEqual([
    [group, "theirs"],
    [Number(group) + 1, "school"],
  ]);
  expect(saver.dirtyCount.value).toBe(0);
});

test("tracks that two people have drawn under one id are both kept, and no one is asked", async () => {
  const { workspace, saver, server, asked, draw } = await setUp();
  const a = draw();
  workspace.transact({ kind: "group", change: "create" }, first, (tx) =>
    tx.groups.create({ members: [{ trackId: a }] }),
  );
  workspace.select(a);
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "crab")] } });
  await saver.save();
  expect(asked).toEqual([]);
  expect(typesOf(server)).toEqual([
    [0, "crab"],
    [1, "fish"],
  ]);
  // Its group refers to it by its new id, and it is still selected.
  expect(server.records(testDatasetId, "groups")).toMatchObject([{ members: { 1: {} } }]);
  expect(workspace.selectedTrack.value).toBe(1);
});

test("edits made while a save comes between others' saves are not a conflict with that save itself", async () => {
  const { workspace, saver, server, asked, draw, hold } = await setUp();
  const track = draw();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(50, "crab")] } });
  hold.before = () => {
    hold.before = () => undefined;
    workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([track], "late"));
  };
  await saver.save();
  expect(asked).toEqual([]);
  expect(typesOf(server)).toEqual([
    [0, "late"],
    [50, "crab"],
  ]);
});

test("what someone else has changed is not overwritten by an edit made after a conflict about other tracks", async () => {
  const tracks = [wireTrack(0), wireTrack(1)];
  const { workspace, saver, server, asked, hold } = await setUp({ tracks, choice: "mine" });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs"), wireTrack(1, "theirs")] } });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0)], "mine"));
  let attempts = 0;
  hold.before = () => {
    // While the resolved save is on its way, before the page has read their track 1.
    if (++attempts === 2)
      workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(1)], "unseen"));
  };
  await saver.save();
  expect(asked.map(askedIds)).toEqual([["track 0"], ["track 1"]]);
});

test("edits made while someone is asked about a conflict are not taken for saved", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] } });
  const opened = await openTestWorkspace({
    server,
    askAboutConflict() {
      drawTrack(opened.workspace, "late");
      return Promise.resolve("theirs");
    },
  });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs")] } });
  opened.workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0)], "mine"));
  await opened.saver.save();
  expect(typesOf(server)).toEqual([
    [0, "theirs"],
    [1, "late"],
  ]);
});

test("when what others have saved cannot be read, the save says so and the next one tries again", async () => {
  const { workspace, saver, server, draw } = await setUp();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(7)] } });
  draw();
  const failing = saver.save();
  workspace.onEdit(() => undefined);
  const handle = server.handleNow.bind(server);
  server.handleNow = (method, url, body) =>
    url.pathname.endsWith("/track")
      ? { status: 500, body: { message: "busy", type: "rest" }, headers: {} }
      : handle(method, url, body);
  await expect(failing).rejects.toMatchObject({ kind: "reading" });
  expect(saver.dirtyCount.value).toBe(0);
  expect(workspace.editRefusal.value).toBeUndefined();
  server.handleNow = handle;
  draw();
  await saver.save();
  expect([...workspace.display.visibleTrackIds.value]).toEqual([0, 1, 7]);
});

// --------------------------------------------------------------------------------------------------------- merging

/** Track 0 on frames 0 and 5, with an attribute. */
function longTrack(given: { type?: string; at0?: number[]; at5?: number[]; attributes?: object } = {}) {
  const { type = "fish", at0 = [1, 2, 30, 40], at5 = [5, 6, 35, 45], attributes = {} } = given;
  const feature = (frame: number, bounds: number[]) => ({
    frame,
    bounds,
    keyframe: true,
    interpolate: true,
  });
  const features = [feature(0, at0), feature(5, at5)];
  return { id: 0, begin: 0, end: 5, confidencePairs: [[type, 1]], attributes, features };
}

test("what two people change of one track in different places is merged, and no one is asked", async () => {
  const { workspace, saver, server, asked } = await setUp({ tracks: [longTrack()] });
  server.save(testDatasetId, { tracks: { upsert: [longTrack({ type: "eel", at5: [9, 9, 50, 50] })] } });
  workspace.transact({ kind: "shape", shape: "box", change: "resize" }, first, (tx) => {
    tx.detections.setBounds(id(0), first, [100, 100, 120, 120]);
    tx.tracks.setAttribute(id(0), "sex", "male");
  });
  await saver.save();
  expect(asked).toEqual([]);
  const merged = longTrack({
    type: "eel",
    at0: [100, 100, 120, 120],
    at5: [9, 9, 50, 50],
    attributes: { sex: "male" },
  });
  expect(server.records(testDatasetId)).toMatchObject([merged]);
  expect(workspace.core.detectionAt(id(0), 5 as FrameNumber)?.bounds).toEqual([9, 9, 50, 50]);
  expect(saver.dirtyCount.value).toBe(0);
  // State received from another user is not ours to save: one revision, without anything that was only read.
  expect(server.dataset(testDatasetId).head).toBe(3);
});

test("each thing that both have changed is asked about by itself, and each answer counts", async () => {
  const answers: Record<string, "mine" | "theirs"> = { confidencePairs: "theirs", bounds: "mine" };
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [longTrack()] } });
  const asked: Conflict[] = [];
  const { workspace, saver } = await openTestWorkspace({
    server,
    askAboutConflict(conflict) {
      asked.push(conflict);
      const sideOf = ({ fields }: Conflict["questions"][number]) => answers[fields[0]?.path ?? ""]!;
      return Promise.resolve(new Map(conflict.questions.map((question) => [question.key, sideOf(question)])));
    },
  });
  server.save(testDatasetId, {
    tracks: { upsert: [longTrack({ type: "eel", at0: [9, 9, 50, 50], attributes: { by: "them" } })] },
  });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => {
    tx.tracks.setType([id(0)], "crab");
    tx.detections.setBounds(id(0), first, [100, 100, 120, 120]);
  });
  await saver.save();
  expect(asked.map(({ questions }) => questions.map(({ frame, fields }) => [frame, ...fields]))).toMatchObject([
    [
      [undefined, { path: "confidencePairs", a: [["eel", 1]], b: [["crab", 1]] }],
      [0, { path: "bounds", base: [1, 2, 30, 40], a: [9, 9, 50, 50], b: [100, 100, 120, 120] }],
    ],
  ]);
  expect(server.records(testDatasetId)).toMatchObject([
    longTrack({ type: "eel", at0: [100, 100, 120, 120], attributes: { by: "them" } }),
  ]);
});

test.each(["mine", "theirs"] as const)(
  "a track that one deleted and the other changed is asked about: %s",
  async (choice) => {
    const { workspace, saver, server, asked } = await setUp({
      tracks: [wireTrack(0), wireTrack(1), wireTrack(2)],
      choice,
    });
    server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs")], delete: [1] } });
    workspace.transact({ kind: "track", change: "delete" }, first, (tx) => {
      tx.tracks.delete(id(0));
      tx.tracks.setType([id(1)], "mine");
    });
    await saver.save();
    expect(asked.map(askedIds)).toEqual([["track 0", "track 1"]]);
    const left = choice === "mine" ? [1, "mine"] : [0, "theirs"];
    expect(typesOf(server)).toEqual([left, [2, "fish"]].toSorted());
    expect([...workspace.display.visibleTrackIds.value]).toEqual([left[0], 2]);
    expect(saver.dirtyCount.value).toBe(0);
  },
);

test("a track that someone has drawn and put into a group that is changed here stays in it", async () => {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0)] }, groups: { upsert: [wireGroup(3, "school", [0])] } });
  const { workspace, saver } = await openTestWorkspace({
    server,
    askAboutConflict: () => Promise.reject(new Error("asked")),
  });
  const drawn = drawTrack(workspace, "mine");
  server.save(testDatasetId, {
    tracks: { upsert: [wireTrack(1, "theirs")] },
    groups: { upsert: [wireGroup(3, "school", [0, 1])] },
  });
  workspace.transact({ kind: "group", change: "setMembers" }, first, (tx) =>
    tx.groups.putMembers(3 as GroupId, [{ trackId: drawn }]),
  );
  await saver.save();
  expect(typesOf(server)).toEqual([
    [0, "fish"],
    [1, "theirs"],
    [2, "mine"],
  ]);
  expect(server.records(testDatasetId, "groups")).toMatchObject([{ id: 3, members: { 0: {}, 1: {}, 2: {} } }]);
  expect(saver.dirtyCount.value).toBe(0);
});

test.each(["mine", "theirs"] as const)(
  "a conflict about a group alone asks about the group, by its number and what differs: %s",
  async (choice) => {
    const server = emptyServer();
    const tracks = { upsert: [wireTrack(0)] };
    server.save(testDatasetId, { tracks, groups: { upsert: [wireGroup(3, "school", [0])] } });
    const asked: Conflict[] = [];
    const { workspace, saver } = await openTestWorkspace({
      server,
      askAboutConflict(conflict) {
        asked.push(conflict);
        return Promise.resolve(choice);
      },
    });
    server.save(testDatasetId, { groups: { upsert: [wireGroup(3, "shoal", [0])] } });
    workspace.transact({ kind: "group", change: "setType" }, first, (tx) =>
      tx.groups.setPairs(3 as GroupId, [{ type: "pod", confidence: 1 }]),
    );
    await saver.save();
    expect(asked.map(askedIds)).toEqual([["group 3"]]);
    const [question] = asked[0]!.questions;
    expect(titleOf(question!, asked[0]!)).toBe("Group 3: type");
    expect([linesOf(question!, "mine", asked[0]!), linesOf(question!, "theirs", asked[0]!)]).toEqual([
      ["pod"],
      ["shoal"],
    ]);
    expect(server.records(testDatasetId, "groups").map(typeOfRecord)).toEqual([choice === "mine" ? "pod" : "shoal"]);
    expect(saver.dirtyCount.value).toBe(0);
  },
);

test("a track that is drawn and deleted while a part of the save is on its way is deleted on the server", async () => {
  const { server, saver, workspace, hold, draw } = await setUp({ tracks: [wireTrack(0)], choice: "mine" });
  workspace.transact({ kind: "track", change: "setType" }, first, (tx) => tx.tracks.setType([id(0)], "mine"));
  const drawn = draw();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "theirs")] } });
  let sent = 0;
  hold.before = () => {
    sent += 1;
    // The conflict about the other track has made two parts of the save: this is the first one.
    if (sent === 2) workspace.transact({ kind: "track", change: "delete" }, first, (tx) => tx.tracks.delete(drawn));
  };
  await saver.save();
  await saver.save();
  expect(server.records(testDatasetId).map(typeOfRecord)).toEqual(["mine"]);
  expect([...workspace.core.shown.trackIds()]).toEqual([0]);
});

test("a save reports how long the user worked: time between edits, without pauses, and once", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { server, saver, workspace, troubles, draw } = await setUp();
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);
  draw();
  wait(30_000);
  draw();
  // A pause.
  wait(pauseMs + 1);
  draw();
  wait(5000);
  workspace.undo();
  troubles.push("lost answer");
  await expect(saver.save()).rejects.toThrow("could not be reached");
  // Sent again; what was drawn meanwhile is another save.
  wait(1000);
  draw();
  await saver.save();
  wait(2000);
  draw();
  await saver.save();
  const sent = new Map(sentTo(server).map(({ saveId, activeMs }) => [saveId, activeMs]));
  expect([...sent.values()]).toEqual([35_000, 1000, 2000]);
});
