/**
 * Other users' saves in an open dataset: announced, merged on request or automatically, and never over unsaved changes.
 */
import { signal } from "@preact/signals-core";
import { expect, onTestFinished, test, vi } from "vitest";
import type { FrameNumber, TrackId } from "#core/types";
import { beatMs, Presence } from "../../web/session/presence/presence.ts";
import { RemoteSaves, type SavedElsewhere } from "../../web/session/saving/remote-saves.ts";
import { drawTrack, emptyServer, openTestWorkspace, testDatasetId, wireTrack } from "../support/test-workspace.ts";

async function setUp(through?: (request: Request, handle: () => Promise<Response>) => Promise<Response>) {
  const server = emptyServer();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0), wireTrack(1)] } });
  const client = server.client(through);
  const opened = await openTestWorkspace({ server, client });
  const { workspace, saver } = opened;
  const isHeld = signal(false);
  const merged: SavedElsewhere[] = [];
  const others = new RemoteSaves({
    workspace,
    saver,
    client,
    isHeld,
    onMerged: (each) => merged.push(...each),
  });
  /** Another user saves, and the page is notified. */
  function receive(revision: number, part: Partial<SavedElsewhere> = {}): void {
    const counts = { additions: 1, deletions: 1 };
    const author = { authorId: "ada", authorName: "Ada" };
    others.receive({
      datasetId: testDatasetId,
      setName: undefined,
      revision,
      ...author,
      ...counts,
      description: "save",
      ...part,
    });
  }
  const saveElsewhere = (id: number, type: string): void => {
    receive(server.save(testDatasetId, { tracks: { upsert: [wireTrack(id, type)] } }).revision);
  };
  const typeOf = (id: number) => workspace.core.track(id as TrackId).pairs[0]?.type;
  const settled = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { server, workspace, saver, others, isHeld, merged, receive, saveElsewhere, typeOf, settled };
}

test("what is announced is of the open set, newer than what is shown, and once", async () => {
  const { receive, others, saveElsewhere } = await setUp();
  receive(1);
  receive(2, { setName: "another" });
  receive(2, { datasetId: "f".repeat(24) });
  expect(others.pending.value).toEqual([]);
  saveElsewhere(0, "shark");
  receive(2);
  expect(others.pending.value.map(({ revision, authorName }) => [revision, authorName])).toEqual([[2, "Ada"]]);
  others.dismiss();
  expect([others.visible.value, others.pending.value.length]).toEqual([[], 1]);
  saveElsewhere(0, "whale");
  expect(others.visible.value.map(({ revision }) => revision)).toEqual([3]);
});

test("what this page saves itself is not announced, whichever comes first, the message or the answer", async () => {
  const { workspace, saver, others, receive } = await setUp();
  drawTrack(workspace);
  const saving = saver.save();
  await Promise.resolve();
  expect(saver.state.value.kind).toBe("saving");
  receive(2);
  expect(others.pending.value).toEqual([]);
  await saving;
  expect(others.pending.value).toEqual([]);
  receive(2);
  expect(others.pending.value).toEqual([]);
});

test("merging shows it, and saves what is unsaved here", async () => {
  const { workspace, saver, others, saveElsewhere, typeOf } = await setUp();
  saveElsewhere(0, "shark");
  await others.merge(() => saver.save());
  expect([typeOf(0), others.pending.value]).toEqual(["shark", []]);
  drawTrack(workspace, "mine");
  saveElsewhere(1, "whale");
  await others.merge(() => saver.save());
  expect([typeOf(1), typeOf(2), saver.dirtyCount.value, others.pending.value]).toEqual(["whale", "mine", 0, []]);
});

test("at once, where the person wants it: not while something is half done, and told when it is done", async () => {
  const { workspace, others, isHeld, merged, saveElsewhere, typeOf, settled } = await setUp();
  workspace.settings.change({ savingSettings: { mergeAtOnce: true } });
  isHeld.value = true;
  saveElsewhere(0, "shark");
  await settled();
  expect([typeOf(0), others.visible.value.length]).toEqual(["fish", 1]);
  isHeld.value = false;
  await settled();
  expect([typeOf(0), others.visible.value, merged.map(({ revision }) => revision)]).toEqual(["shark", [], [2]]);
});

test("at once what does not conflict; what does waits for the person, and nothing of theirs is lost", async () => {
  const { server, workspace, saver, others, merged, saveElsewhere, typeOf, settled } = await setUp();
  workspace.settings.change({ savingSettings: { mergeAtOnce: true } });
  drawTrack(workspace, "mine");
  saveElsewhere(0, "shark");
  await settled();
  expect([typeOf(0), typeOf(2), saver.dirtyCount.value, merged.length]).toEqual(["shark", "mine", 0, 1]);
  const frame = 0 as FrameNumber;
  workspace.transact({ kind: "track", change: "setType" }, frame, (tx) => tx.tracks.setType([1 as TrackId], "squid"));
  saveElsewhere(1, "whale");
  await settled();
  expect([typeOf(1), saver.dirtyCount.value, others.visible.value.length, merged.length]).toEqual(["squid", 1, 1, 1]);
  expect(server.records(testDatasetId).find(({ id }) => id === 1)).toMatchObject({ confidencePairs: [["whale", 1]] });
});

test("after the connection was lost, what was saved meanwhile is asked for", async () => {
  const { server, others } = await setUp();
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark")] } });
  await others.catchUp();
  expect(others.pending.value.map(({ revision }) => revision)).toEqual([2]);
});

test("what was saved meanwhile is asked for once at a time, and again where that failed", async () => {
  let isBroken = true;
  const { server, others } = await setUp((request, handle) =>
    isBroken && request.url.includes("/revision") ? Promise.reject(new TypeError("network")) : handle(),
  );
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark")] } });
  await expect(others.catchUp(2)).rejects.toThrow("could not be reached");
  isBroken = false;
  await Promise.all([others.catchUp(2), others.catchUp(2)]);
  await others.catchUp(2);
  expect(others.pending.value.map(({ revision }) => revision)).toEqual([2]);
  expect(server.requests.filter(({ path }) => path.endsWith("/revision"))).toHaveLength(1);
});

test("a merge that an edit prevented is made up for when nothing is unsaved", async () => {
  let isEdited = false;
  const { workspace, saveElsewhere, typeOf, settled } = await setUp((request, handle) => {
    if (request.url.includes("/changes") && !isEdited) {
      isEdited = true;
      drawTrack(workspace, "mine");
    }
    return handle();
  });
  workspace.settings.change({ savingSettings: { asYouGo: true } });
  saveElsewhere(0, "shark");
  await settled();
  expect([isEdited, typeOf(0)]).toEqual([true, "fish"]);
  workspace.undo();
  await settled();
  expect(typeOf(0)).toBe("shark");
});

test("more changes than are sent at once wait for the next save where something was edited meanwhile", async () => {
  let isEdited = false;
  const { server, workspace, saver, typeOf } = await setUp(async (request, handle) => {
    if (!request.url.includes("/changes")) return await handle();
    if (!isEdited) drawTrack(workspace, "mine");
    isEdited = true;
    return Response.json({ revision: 2 });
  });
  workspace.settings.change({ savingSettings: { asYouGo: true } });
  server.save(testDatasetId, { tracks: { upsert: [wireTrack(0, "shark")] } });
  await saver.reload();
  expect([typeOf(0), typeOf(2), saver.dirtyCount.value]).toEqual(["fish", "mine", 1]);
  await saver.save();
  expect([typeOf(0), typeOf(2), saver.dirtyCount.value]).toEqual(["shark", "mine", 0]);
});

test("presence tells its beats from moves, and keeps people whose pages are hidden longer than others", async () => {
  const { workspace } = await setUp();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const beats: boolean[] = [];
  const client = { call: () => Promise.resolve({ revision: 1 }) } as never;
  const onRevision = (_: number, isBeat: boolean) => void beats.push(isBeat);
  const presence = new Presence({ workspace, client, isHidden: () => false, onRevision });
  onTestFinished(() => presence.dispose());
  await vi.advanceTimersByTimeAsync(1000);
  workspace.select(0 as TrackId);
  await vi.advanceTimersByTimeAsync(1000);
  expect(beats).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(beatMs);
  expect(beats).toEqual([false, false, true]);
  const ada = { page: "another", userId: "ada", login: "ada", set: "", camera: null, frame: 0, tracks: [] };
  const pages = () => presence.people.value.map(({ page }) => page);
  // One page of an older server, which does not say; one that is hidden; one that crashes in sight.
  for (const more of [{ page: "older" }, { page: "hidden", isHidden: true }, { page: "seen", isHidden: false }])
    presence.receive({ ...ada, ...more, isGone: false });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pages()).toEqual(["older", "hidden", "seen"]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pages()).toEqual(["older", "hidden"]);
  // Browsers let hidden pages act once a minute.
  await vi.advanceTimersByTimeAsync(22_000);
  expect(pages()).toEqual(["older", "hidden"]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(pages()).toEqual([]);
});

test("a page that is closed says so in a request that outlives it, and a late message does not bring it back", async () => {
  const { workspace } = await setUp();
  const sent: unknown[] = [];
  const client = {
    call(_: string, { body }: { body: { page: string; isGone?: true } }, options?: object) {
      sent.push([body.page, body.isGone ?? false, options]);
      return Promise.resolve({ revision: 1 });
    },
  } as never;
  const presence = new Presence({
    workspace,
    client,
    isHidden: () => false,
    onRevision: () => undefined,
  });
  onTestFinished(() => presence.dispose());
  presence.sayGoodbye();
  // A page that is being closed is hidden only then.
  presence.onSight();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(sent).toHaveLength(1);
  presence.comeBack();
  await expect.poll(() => sent).toHaveLength(2);
  const [page, again] = (sent as [string][]).map(([name]) => name);
  expect(again).not.toBe(page);
  expect(sent).toEqual([
    [page, true, { keepalive: true }],
    [again, false, { keepalive: false }],
  ]);
  const ada = {
    page: "another",
    userId: "ada",
    login: "ada",
    set: "",
    camera: null,
    frame: 0,
    tracks: [],
  };
  presence.receive({ ...ada, isGone: false });
  presence.receive({ ...ada, isGone: true });
  presence.receive({ ...ada, isGone: false });
  expect(presence.people.value).toEqual([]);
});
