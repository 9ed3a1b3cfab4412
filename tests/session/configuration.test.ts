/**
 * Configuration stored with the dataset and changed in the viewer: counted, kept on this machine, saved, undone,
 * discarded, and shared with another user who changes it too. On a real server where stated, else on a model of it.
 */
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AttributeDefinition, AttributeTrackFilter } from "#schemas";
import { createCore } from "#core";
import type { ConfigurationEntry } from "../../web/session/dataset/configuration-values.ts";
import { openWorkspace } from "../../web/session/open-workspace.ts";
import type { SaveError } from "../../web/session/saving/save-error.ts";
import { createSettingsStore } from "../../web/session/display/settings.ts";
import { createImageDataset } from "../support/dataset.ts";
import { ModelServer } from "../support/model-server.ts";
import { startTestServer } from "../support/test-server.ts";
import {
  drawTrack,
  openTestWorkspace,
  testDatasetId,
  type TestWorkspace,
  type TestWorkspaceOptions,
} from "../support/test-workspace.ts";

const red = { color: "#ff0000" };
const blue = { color: "#0000ff" };
const age: AttributeDefinition = { belongs: "track", datatype: "number", name: "age", key: "track_age" };
const old: AttributeTrackFilter = { name: "old", attribute: "age", type: "track", filter: { op: ">", val: 9 } };

/** Each test has a different user, with nothing stored on this machine. */
let userId = "";
let count = 0;
beforeEach(() => {
  userId = `user ${count++}`;
});
afterEach(() => {
  vi.useRealTimers();
});

async function setUp(configuration: object = {}, server = new ModelServer()) {
  server.addDataset(testDatasetId, { configuration });
  const replaced: ConfigurationEntry[] = [];
  const opened = await openTestWorkspace({
    server,
    userId,
    onReplaced: (entries) => void replaced.push(...entries),
  });
  return { ...opened, replaced, stored: server.dataset(testDatasetId).configuration };
}

/** The page is gone, as after a crash, and the dataset is opened again: the browser releases the page's journal. */
async function reopen(page: Pick<TestWorkspace, "workspace" | "server">, options: TestWorkspaceOptions = {}) {
  await page.workspace.configuration.journal?.close();
  return await openTestWorkspace({ server: page.server, userId, ...options });
}

test("[V-SAVE-03] styles, definitions and track filters are pending: counted, sent by Save, then none are left", async () => {
  const { workspace, saver, stored, server } = await setUp({ customTypeStyling: { crab: blue } });
  const { configuration } = workspace;
  configuration.change({ customTypeStyling: { fish: red }, customGroupStyling: { school: red } });
  configuration.change({
    attributes: { [age.key]: age },
    attributeTrackFilters: { old },
    typeHierarchy: { eel: "fish" },
  });
  drawTrack(workspace);
  expect(saver.state.value).toEqual({ kind: "dirty", count: 6 });
  expect(stored).toEqual({ customTypeStyling: { crab: blue } });
  await saver.save();
  expect(saver.state.value).toMatchObject({ kind: "saved", at: expect.any(Date) });
  expect(stored).toEqual({
    customTypeStyling: { crab: blue, fish: red },
    customGroupStyling: { school: red },
    attributes: { [age.key]: age },
    attributeTrackFilters: { old },
    typeHierarchy: { eel: "fish" },
  });
  expect(server.records(testDatasetId)).toHaveLength(1);
  configuration.change({ customTypeStyling: { crab: null }, attributes: { [age.key]: null } });
  await saver.save();
  expect(stored).toMatchObject({ customTypeStyling: { fish: red }, attributes: {} });
  expect(stored["customTypeStyling"]).not.toHaveProperty("crab");
});

test("undo has one order over annotations and configuration; what is taken back to the stored state is not counted", async () => {
  const { workspace, saver } = await setUp();
  const { configuration } = workspace;
  configuration.change({ customTypeStyling: { fish: red } });
  const track = drawTrack(workspace);
  configuration.change({ customTypeStyling: { fish: blue } });
  expect(workspace.undo()).toBe("elsewhere");
  expect(configuration.values.value.customTypeStyling).toEqual({ fish: red });
  expect(workspace.steps.lastMove.value).toMatchObject({ kind: "undone", tracks: [], frame: undefined });
  expect(workspace.undo()).toMatchObject({ trackIds: [track] });
  // The undone step is identified by its own track, which can no longer be selected.
  expect(workspace.steps.lastMove.value).toMatchObject({ kind: "undone", tracks: [track], frame: 0 });
  expect([workspace.core.hasTrack(track), saver.dirtyCount.value]).toEqual([false, 1]);
  expect([workspace.undo(), workspace.steps.canUndo.value, saver.dirtyCount.value]).toEqual(["elsewhere", false, 0]);
  workspace.redo();
  workspace.redo();
  workspace.redo();
  expect(configuration.values.value.customTypeStyling).toEqual({ fish: blue });
  expect([workspace.core.hasTrack(track), workspace.steps.canRedo.value, saver.dirtyCount.value]).toEqual([
    true,
    false,
    2,
  ]);
});

test("a subscriber to styles hears of their changes, and of nothing else", async () => {
  const { workspace } = await setUp();
  const { configuration } = workspace;
  const { typeStyles } = workspace.display;
  const palette = typeStyles.of("fish").color;
  configuration.change({ customTypeStyling: { fish: red } });
  expect([configuration.styleVersion.value, typeStyles.of("fish").color]).toEqual([1, "#ff0000"]);
  expect(workspace.display.types.counts.value).toContainEqual({ type: "fish", trackCount: 0 });
  configuration.change({ confidenceFilters: { fish: 0.5 }, attributes: { [age.key]: age } });
  expect(configuration.change({ customTypeStyling: { fish: { ...red } } })).toBe(false);
  expect(configuration.styleVersion.value).toBe(1);
  workspace.undo();
  workspace.undo();
  expect([configuration.styleVersion.value, typeStyles.of("fish").color]).toEqual([2, palette]);
  // Inherited members of every object are not styles.
  expect(typeStyles.of("constructor")).toMatchObject({ opacity: 1, fill: false });
});

test("a page that is gone leaves its pending changes to the next one, which can take them back; saved ones are not there", async () => {
  const page = await setUp({ customTypeStyling: { eel: red } });
  page.workspace.configuration.change({ customTypeStyling: { fish: red } });
  await page.saver.save();
  page.workspace.configuration.change({ customTypeStyling: { fish: blue, ["__proto__"]: blue, eel: null } });
  page.workspace.configuration.change({ attributes: { [age.key]: age } });
  page.workspace.undo();
  const next = await reopen(page);
  const { configuration } = next.workspace;
  expect(next.recovered?.count).toBe(3);
  expect(Object.entries(configuration.values.value.customTypeStyling)).toEqual([
    ["fish", blue],
    ["__proto__", blue],
  ]);
  expect(next.workspace.undo()).toBe("elsewhere");
  expect(configuration.values.value.customTypeStyling).toEqual({ eel: red, fish: red });
  expect(next.saver.dirtyCount.value).toBe(0);
  next.workspace.redo();
  await next.saver.save();
  expect((await reopen(next)).recovered).toBeUndefined();
});

test("[V-SAVE-03] what is discarded is dropped: here, in undo, and on this machine", async () => {
  const page = await setUp();
  page.workspace.configuration.change({ customTypeStyling: { fish: red } });
  await page.forgetUnsaved();
  expect(page.workspace.configuration.values.value.customTypeStyling).toEqual({});
  expect([page.saver.dirtyCount.value, page.workspace.steps.canUndo.value]).toEqual([0, false]);
  expect((await reopen(page)).recovered).toBeUndefined();
});

test("someone else's entries stay; of the same entry the last one who saves wins, and hears of it", async () => {
  const page = await setUp({ customTypeStyling: { fish: red, crab: red, ray: red } });
  const { workspace, saver, server, stored, replaced } = page;
  const other = await openTestWorkspace({ server, userId: `${userId}, the other` });
  other.workspace.configuration.change({ customTypeStyling: { fish: blue, crab: blue, ray: null, eel: blue } });
  other.workspace.configuration.change({ attributes: { [age.key]: age } });
  await other.saver.save();
  workspace.configuration.change({ customTypeStyling: { fish: { fill: true }, crab: blue, bass: red } });
  await saver.save();
  const both = { fish: { fill: true }, crab: blue, eel: blue, bass: red };
  expect(stored).toMatchObject({ attributes: { [age.key]: age } });
  expect(stored["customTypeStyling"]).toEqual(both);
  expect(workspace.configuration.values.value).toMatchObject({ customTypeStyling: both });
  // Equal changes by both are not a conflict.
  expect(replaced).toEqual([{ field: "customTypeStyling", key: "fish" }]);
  other.workspace.configuration.change({ typeHierarchy: { eel: "fish" } });
  await other.saver.save();
  expect(other.workspace.configuration.values.value.customTypeStyling).toEqual(both);
  expect([saver.dirtyCount.value, other.saver.dirtyCount.value]).toEqual([0, 0]);
});

test("a change that waited while someone else saved, and this page was gone, is still known to be contested", async () => {
  const page = await setUp({ customTypeStyling: { fish: red } });
  page.workspace.configuration.change({ customTypeStyling: { fish: blue } });
  Object.assign(page.stored, { customTypeStyling: { fish: { fill: true }, eel: red } });
  const replaced: ConfigurationEntry[] = [];
  const next = await reopen(page, { onReplaced: (entries) => void replaced.push(...entries) });
  expect(next.workspace.configuration.values.value.customTypeStyling).toEqual({ fish: blue, eel: red });
  await next.saver.save();
  expect(replaced).toEqual([{ field: "customTypeStyling", key: "fish" }]);
  expect(page.stored["customTypeStyling"]).toEqual({ fish: blue, eel: red });
});

test("a save that fails keeps what was not stored; changes made while one is under way stay pending", async () => {
  const server = new ModelServer();
  server.addDataset(testDatasetId);
  let attempts = 0;
  const client = server.client(async (request, handle) => {
    if (request.method !== "PATCH") return await handle();
    attempts += 1;
    if (attempts === 1) return Response.json({ message: "busy", type: "rest" }, { status: 500 });
    opened.workspace.configuration.change({ customTypeStyling: { fish: { ...blue, opacity: 1 / attempts } } });
    return await handle();
  });
  const opened = await openTestWorkspace({ server, client, userId });
  opened.workspace.configuration.change({ customTypeStyling: { fish: red } });
  await expect(opened.saver.save()).rejects.toMatchObject({ kind: "failed" });
  expect(opened.saver.state.value).toEqual({ kind: "dirty", count: 1 });
  await opened.saver.save();
  expect(server.dataset(testDatasetId).configuration).toEqual({ customTypeStyling: { fish: red } });
  expect(opened.saver.dirtyCount.value).toBe(1);
  expect((await reopen(opened)).recovered?.count).toBe(1);
});

test.for([true, false])(
  "a save that got no answer (arrived: %s) and is taken back then is not called saved: the next one asks what the server has",
  async (hasArrived) => {
    const server = new ModelServer();
    server.addDataset(testDatasetId, { configuration: { customTypeStyling: { fish: blue } } });
    let attempts = 0;
    const client = server.client(async (request, handle) => {
      if (request.method !== "PATCH" || (attempts += 1) > 1) return await handle();
      if (hasArrived) await handle();
      throw new TypeError("Failed to fetch");
    });
    const opened = await openTestWorkspace({ server, client, userId });
    const { workspace, saver } = opened;
    workspace.configuration.change({ customTypeStyling: { fish: red } });
    await expect(saver.save()).rejects.toMatchObject({ kind: "unanswered" });
    workspace.undo();
    expect(saver.state.value).toEqual({ kind: "offline", count: 1 });
    await saver.save();
    expect(saver.state.value).toMatchObject({ kind: "saved" });
    const stored = server.dataset(testDatasetId).configuration;
    const shown = workspace.configuration.values.value.customTypeStyling;
    expect([stored, shown]).toEqual([{ customTypeStyling: { fish: blue } }, { fish: blue }]);
    expect((await reopen(opened)).recovered).toBeUndefined();
  },
);

test("who may only read moves thresholds for himself; styles and definitions are refused, and nothing is sent", async () => {
  const server = new ModelServer();
  server.addDataset(testDatasetId, { configuration: { confidenceFilters: { default: 0.2 } } }).accessLevel = 0;
  const { workspace, saver, dispose } = await openTestWorkspace({ server, userId });
  expect(workspace.configuration.change({ customTypeStyling: { fish: red } })).toBe(false);
  expect(workspace.configuration.change({ confidenceFilters: { default: 0.7 } })).toBe(true);
  expect([workspace.display.filters.value.thresholds, saver.dirtyCount.value]).toEqual([{ default: 0.7 }, 0]);
  await dispose();
  expect(server.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
});

test("[V-CONF-04] a threshold is stored 200 ms after its last change (the half about the debounce)", async () => {
  const { workspace, saver, stored } = await setUp({ confidenceFilters: { crab: 0.3 } });
  vi.useFakeTimers();
  for (const default_ of [0.2, 0.3, 0.4]) {
    workspace.configuration.change({ confidenceFilters: { default: default_ } });
    await vi.advanceTimersByTimeAsync(199);
  }
  expect(stored["confidenceFilters"]).toEqual({ crab: 0.3 });
  expect([saver.dirtyCount.value, workspace.steps.canUndo.value]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(stored["confidenceFilters"]).toEqual({ crab: 0.3, default: 0.4 }));
});

test("[V-CONF-04] a threshold that is dragged is stored once, when the slider is let go, however often it rests", async () => {
  const { workspace, stored, server } = await setUp();
  const { configuration } = workspace;
  vi.useFakeTimers();
  for (const fish of [0.2, 0.3, 0.4]) {
    configuration.hold("confidenceFilters", true);
    configuration.change({ confidenceFilters: { fish } });
    await vi.advanceTimersByTimeAsync(5000);
  }
  expect(stored).toEqual({});
  configuration.hold("confidenceFilters", false);
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(stored).toEqual({ confidenceFilters: { fish: 0.4 } }));
  expect(server.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
});

test("[V-ENHANCE-05] image settings are stored 1000 ms after their last change, thresholds before them", async () => {
  const { workspace, stored } = await setUp();
  vi.useFakeTimers();
  workspace.configuration.change({ imageEnhancements: { brightness: 2 } });
  await vi.advanceTimersByTimeAsync(900);
  workspace.configuration.change({ imageEnhancements: { contrast: 1.5 }, confidenceFilters: { fish: 0.5 } });
  await vi.advanceTimersByTimeAsync(990);
  expect(stored).toEqual({ confidenceFilters: { fish: 0.5 } });
  expect(stored).not.toHaveProperty("imageEnhancements");
  await vi.advanceTimersByTimeAsync(10);
  const imageEnhancements = { brightness: 2, contrast: 1.5 };
  await vi.waitFor(() => expect(stored).toEqual({ confidenceFilters: { fish: 0.5 }, imageEnhancements }));
});

test("a threshold that waits is stored when the dataset is closed, and by a save", async () => {
  const page = await setUp();
  page.workspace.configuration.change({ confidenceFilters: { fish: 0.5 } });
  await page.saver.save();
  expect(page.stored).toEqual({ confidenceFilters: { fish: 0.5 } });
  page.workspace.configuration.change({ confidenceFilters: { fish: 0.6 } });
  await page.dispose();
  expect(page.stored).toEqual({ confidenceFilters: { fish: 0.6 } });
});

test("a page that is killed before its thresholds and image settings were stored leaves them to the next one, which stores them; those that someone else has stored since stay", async () => {
  const server = new ModelServer();
  server.addDataset(testDatasetId, { configuration: { confidenceFilters: { fish: 0.1, crab: 0.1 } } });
  // None of its requests arrives.
  const client = server.client(({ method }, handle) =>
    method === "PATCH" ? Promise.reject(new TypeError("gone")) : handle(),
  );
  const page = await openTestWorkspace({ server, client, userId });
  const { configuration: stored } = server.dataset(testDatasetId);
  const { configuration } = page.workspace;
  for (const fish of [0.2, 0.3, 0.4]) configuration.change({ confidenceFilters: { fish, crab: fish } });
  configuration.change({ imageEnhancements: { brightness: 2 } });
  await vi.waitFor(() => expect(configuration.journal?.keeping.value).toBe("kept"));
  Object.assign(stored, { confidenceFilters: { fish: 0.1, crab: 0.9 } });
  const next = await reopen(page);
  const shown = { confidenceFilters: { fish: 0.4, crab: 0.9 }, imageEnhancements: { brightness: 2 } };
  expect(next.workspace.configuration.values.value).toMatchObject(shown);
  expect([next.recovered, next.saver.dirtyCount.value, next.workspace.steps.canUndo.value]).toEqual([
    undefined,
    0,
    false,
  ]);
  await vi.waitFor(() => expect(stored).toEqual(shown), { timeout: 3000 });
  const last = await reopen(next);
  expect(last.workspace.configuration.unsaved(["confidenceFilters", "imageEnhancements"])).toEqual({});
});

test("a threshold that is refused is sent once, not over and over; it is reported once, until something is stored again", async () => {
  const server = new ModelServer();
  server.addDataset(testDatasetId, { configuration: { confidenceFilters: { crab: 0.1 } } });
  let tries = 0;
  let refusal: { readonly status: number; readonly message: string } | undefined = {
    status: 500,
    message: "Disk full",
  };
  const client = server.client(({ method }, handle) => {
    if (method !== "PATCH") return handle();
    tries += 1;
    if (refusal === undefined) return handle();
    const { status, message } = refusal;
    return Promise.resolve(Response.json({ message, type: "internal" }, { status }));
  });
  const reported: string[] = [];
  const onRefused = ({ kind, message }: SaveError) => void reported.push(`${kind}: ${message}`);
  const { workspace, dispose } = await openTestWorkspace({ server, client, userId, onRefused });
  vi.useFakeTimers();
  const move = async (fish: number) => {
    workspace.configuration.change({ confidenceFilters: { fish } });
    await vi.advanceTimersByTimeAsync(60_000);
  };
  await move(0.5);
  expect(tries).toBe(1);
  await move(0.6);
  expect([tries, reported]).toEqual([2, ["failed: Disk full"]]);
  refusal = undefined;
  await move(0.7);
  refusal = { status: 403, message: "Write access denied" };
  await move(0.8);
  expect([tries, reported]).toEqual([4, ["failed: Disk full", "permission: Write access denied"]]);
  vi.useRealTimers();
  await dispose();
  expect(reported).toHaveLength(2);
});

test("a threshold that is moved while there is no server is stored when there is one again", async () => {
  const server = new ModelServer();
  server.addDataset(testDatasetId);
  let isLost = false;
  let tries = 0;
  const client = server.client(async (_request, handle) => {
    if (!isLost) return await handle();
    tries += 1;
    return Response.json({}, { status: tries === 1 ? 502 : 503 });
  });
  const { workspace } = await openTestWorkspace({ server, client, userId });
  const { configuration } = workspace;
  isLost = true;
  vi.useFakeTimers();
  configuration.change({ confidenceFilters: { fish: 0.5 } });
  await vi.advanceTimersByTimeAsync(200 + 2000 + 4000);
  expect(tries).toBe(3);
  isLost = false;
  await vi.advanceTimersByTimeAsync(8000);
  const { configuration: stored } = server.dataset(testDatasetId);
  await vi.waitFor(() => expect(stored).toEqual({ confidenceFilters: { fish: 0.5 } }));
});

test("definitions are stored under their own names only", async () => {
  const { workspace, saver } = await setUp();
  expect(() => workspace.configuration.change({ attributes: { track_size: age } })).toThrow('"track_age"');
  expect(saver.dirtyCount.value).toBe(0);
});

test("[V-SAVE-07] a save carries type and group styles, thresholds, image settings and definitions to a real server, in the named set", async () => {
  const server = await startTestServer();
  try {
    const { client } = server;
    const datasetId = await createImageDataset(client, "configured", 1);
    const { workspace, saver, dispose } = await openWorkspace({
      client,
      createCore: () => createCore(),
      settings: createSettingsStore(undefined),
      userId: server.userId,
      datasetId,
      setName: "mine",
      askAboutConflict: () => Promise.resolve("cancel"),
    });
    await client.call("dataset.update", { id: datasetId, body: { customTypeStyling: { crab: blue } } });
    drawTrack(workspace);
    workspace.configuration.change({
      customTypeStyling: { fish: red },
      customGroupStyling: { school: { ...red, fill: true } },
      attributes: { [age.key]: age },
      attributeTrackFilters: { old },
      typeHierarchy: { eel: "fish" },
      confidenceFilters: { fish: 0.5 },
      imageEnhancements: { brightness: 2 },
    });
    await saver.save();
    expect(await client.call("annotation.tracks", { folderId: datasetId, set: "mine" })).toHaveLength(1);
    expect(await client.call("dataset.get", { id: datasetId })).toMatchObject({
      customTypeStyling: { crab: blue, fish: red },
      customGroupStyling: { school: { ...red, fill: true } },
      attributes: { [age.key]: age },
      attributeTrackFilters: { old },
      typeHierarchy: { eel: "fish" },
      confidenceFilters: { fish: 0.5 },
      imageEnhancements: { brightness: 2 },
    });
    workspace.configuration.change({
      attributes: { [age.key]: null },
      attributeTrackFilters: { old: null },
      typeHierarchy: { eel: null },
    });
    await saver.save();
    const {
      attributes = {},
      attributeTrackFilters = {},
      typeHierarchy = {},
    } = await client.call("dataset.get", {
      id: datasetId,
    });
    expect({ attributes, attributeTrackFilters, typeHierarchy }).toEqual({
      attributes: {},
      attributeTrackFilters: {},
      typeHierarchy: {},
    });
    expect(saver.dirtyCount.value).toBe(0);
    await dispose();
  } finally {
    await server.close();
  }
});

test("facts are changed one by one, undone and saved; one that is null is not none", async () => {
  const { workspace, saver, stored } = await setUp({ datasetInfo: { vessel: "Lydia", note: null } });
  const { configuration } = workspace;
  configuration.change({ datasetInfo: { vessel: "Petrel" } });
  configuration.change({ datasetInfo: { note: null } });
  expect(configuration.values.peek().datasetInfo).toEqual({ vessel: "Petrel" });
  expect(configuration.pendingCount.peek()).toBe(2);
  workspace.undo();
  workspace.undo();
  expect(configuration.values.peek().datasetInfo["vessel"]).toBe("Lydia");
  configuration.change({ datasetInfo: { net: 3, note: null } });
  await saver.save();
  expect(stored["datasetInfo"]).toEqual({ vessel: "Lydia", net: 3 });
  expect(configuration.pendingCount.peek()).toBe(0);
});
