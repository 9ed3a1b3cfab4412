/** Behavior of the original servers that clients do not need and that must not return (api-v1 24, by number). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { type SaveAnnotationsBody, uploadFile } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

const track = (id: number, type = "fish") => ({
  id,
  begin: 0,
  end: 0,
  confidencePairs: [[type, 1]],
  attributes: {},
  features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true, attributes: {} }],
});
const group = (id: number) => ({
  id,
  begin: 0,
  end: 0,
  confidencePairs: [["school", 1]],
  attributes: {},
  members: { "0": { ranges: [[0, 0]] } },
});

async function save(folderId: string, body: object): Promise<void> {
  await owner.client.call("annotation.save", { folderId, body: body as SaveAnnotationsBody });
}
const tracksOf = (folderId: string, set?: string) =>
  owner.client.call("annotation.tracks", set === undefined ? { folderId } : { folderId, set });

async function upload(folderId: string, name: string, content: string): Promise<void> {
  await uploadFile(owner.client, { parentType: "folder", parentId: folderId, name }, new Blob([content]));
}
async function importFile(folderId: string, name: string, content: string, options = {}): Promise<string[]> {
  await upload(folderId, name, content);
  return (await owner.client.call("rpc.postprocess", { id: folderId, skipJobs: true, ...options })).warnings;
}
const raw = (path: string, init: Parameters<TestServer["fetch"]>[1] = {}) =>
  server.fetch(`/api/v1/${path}`, { token: owner.token, ...init });

test("2, 3: sets are islands: one id may be in two sets, saving or importing the default set leaves the others alone", async () => {
  const id = await createImageDataset(owner.client, "sets");
  await save(id, { tracks: { upsert: [track(0, "model")] }, set: "model" });
  await save(id, { tracks: { upsert: [track(0, "person")] } });
  await save(id, { tracks: { delete: [0] } });
  const typesOfModel = async (): Promise<unknown[]> =>
    (await tracksOf(id, "model")).map(({ confidencePairs }) => confidencePairs[0]?.[0]);
  // A set is read at its own newest revision: only a revision after the others' shows what those did to it.
  await save(id, { tracks: { upsert: [track(1, "saved")] }, set: "model" });
  expect(await typesOfModel()).toEqual(["model", "saved"]);
  await importFile(id, "a.csv", "5,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
  await save(id, { tracks: { upsert: [track(2, "imported")] }, set: "model" });
  expect(await typesOfModel()).toEqual(["model", "saved", "imported"]);
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([5]);
});

test("3: the same id twice in one save is not an error of the server", async () => {
  const id = await createImageDataset(owner.client, "twice");
  const body = JSON.stringify({ tracks: { upsert: [track(0, "a"), track(0, "b")] } });
  const response = await raw(`dive_annotation?folderId=${id}`, { method: "PATCH", body });
  expect(response.status).toBeLessThan(500);
  expect((await tracksOf(id)).length).toBeLessThanOrEqual(1);
});

test("4: annotations in DIVE JSON that say their fps are annotations", async () => {
  const id = await createImageDataset(owner.client, "fps");
  const file = { version: 2, fps: 5, tracks: { "7": track(7) }, groups: {} };
  expect(await importFile(id, "a.json", JSON.stringify(file))).toEqual([
    "a.json set the frame rate of the dataset from 1 to 5.",
  ]);
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([7]);
});

test("5, 22: limit=0 is everything, and a page past the end has the real total", async () => {
  await createImageDataset(owner.client, "listed");
  for (const path of ["dive_dataset", "folder/shared-folders"]) {
    expect([path, (await raw(`${path}?limit=0`)).status]).toEqual([path, 200]);
  }
  const all = await raw("dive_dataset?limit=0");
  const total = all.headers.get("girder-total-count");
  expect(String(((await all.json()) as unknown[]).length)).toBe(total);
  const past = await raw("dive_dataset?limit=5&offset=1000");
  expect([await past.json(), past.headers.get("girder-total-count")]).toEqual([[], total]);
});

test("6: postprocess has warnings, for an archive too", async () => {
  const metadata = { fps: 1, type: "image-sequence" };
  const place = { parentType: "user", parentId: owner.id, name: "zip", metadata } as const;
  const { _id: id } = await owner.client.call("folder.create", place);
  await upload(id, "a.zip", "PK\u0005\u0006".padEnd(22, "\0"));
  const reply = await owner.client.call("rpc.postprocess", { id });
  expect(reply).toMatchObject({ warnings: expect.any(Array), job_ids: [expect.any(String)] });
});

test("7: no answer tells who else has access", async () => {
  const id = await createImageDataset(owner.client, "leaks");
  const clone = await owner.client.call("dataset.clone", { cloneId: id, parentFolderId: id, name: "clone" });
  const { folder } = await owner.client.call("rpc.postprocess", { id });
  const meta = await owner.client.call("dataset.update", { id, body: { confidenceFilters: { default: 0.2 } } });
  for (const document of [clone, folder, meta, await owner.client.call("folder.get", { id })]) {
    expect(document).not.toHaveProperty("access");
    expect(document).not.toHaveProperty("lowerName");
  }
  expect(clone).toMatchObject({ _id: expect.any(String), meta: expect.any(Object) });
});

test("8, 9: ranges of an item are ranges, and one past the end is 416", async () => {
  const id = await createImageDataset(owner.client, "ranges");
  const [item] = await owner.client.call("item.list", { folderId: id });
  const path = `item/${item?._id}/download`;
  const part = await raw(path, { headers: { range: "bytes=1-3" } });
  expect([part.status, await part.text()]).toEqual([206, "PNG"]);
  expect((await raw(path)).status).toBe(200);
  const past = await raw(path, { headers: { range: "bytes=99999999-" } });
  expect([past.status, past.headers.get("content-range")]).toEqual([416, `bytes */${item?.size}`]);
});

test("10: a document that does not exist is 400, not 404", async () => {
  const none = "0".repeat(24);
  for (const model of ["folder", "item", "file", "collection", "user", "group", "job"]) {
    const response = await raw(`${model}/${none}`);
    expect([model, response.status, await response.json()]).toEqual([
      model,
      400,
      { message: `Invalid ${model} id (${none}).`, type: "rest", code: "missing" },
    ]);
  }
});

test("11, 12: a stranger's level on a public folder is read; the path leaves the collection out", async () => {
  const collection = await server.client.call("collection.create", { name: "open", public: true });
  const place = { parentType: "collection", parentId: collection._id, name: "top", public: true } as const;
  const top = await server.client.call("folder.create", place);
  const inner = await server.client.call("folder.create", { parentId: top._id, name: "inner" });
  expect(await owner.client.call("folder.get", { id: top._id })).toMatchObject({ _accessLevel: 0 });
  expect(await clientOf(server.url).call("folder.get", { id: top._id })).toMatchObject({ _accessLevel: 0 });
  const path = await owner.client.call("folder.rootPathOrRelative", { id: inner._id });
  expect(path.map(({ type, object }) => [type, object._id])).toEqual([["folder", top._id]]);
});

test("13: a file that cannot be imported is deleted, and named", async () => {
  const id = await createImageDataset(owner.client, "failed");
  await expect(importFile(id, "a.json", '{"what": "is this"')).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("a.json"),
  });
  expect((await owner.client.call("item.list", { folderId: id })).map(({ name }) => name)).not.toContain("a.json");
});

test("14: a CSV that was skipped is not imported by the next call", async () => {
  const id = await createImageDataset(owner.client, "skipped");
  await upload(id, "first.csv", "3,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n");
  expect(await importFile(id, "second.csv", "8,image-0.png,0,1,2,3,4,0.5,-1,ray,0.5\n")).toHaveLength(1);
  await owner.client.call("rpc.postprocess", { id, skipJobs: true });
  expect((await tracksOf(id)).map((one) => one.id)).toEqual([3]);
});

test("15: an original whose frames lie elsewhere is not offered as the source video", async () => {
  const metadata = { fps: 5, type: "video", annotate: true };
  const place = { parentType: "user", parentId: owner.id, name: "misaligned", metadata } as const;
  const { _id: id } = await owner.client.call("folder.create", place);
  const add = async (name: string, meta: Record<string, unknown>): Promise<string> => {
    const item = await owner.client.call("item.create", { folderId: id, name });
    await owner.client.call("item.setMetadata", { id: item._id, body: meta });
    return item._id;
  };
  const converted = await add("a.transcoded.mp4", { codec: "h264", source_video: false });
  const original = await add("a.avi", { codec: "mpeg4", source_video: true });
  expect(await owner.client.call("dataset.media", { id })).toMatchObject({
    video: { id: converted },
    sourceVideo: { id: original },
  });
  await owner.client.call("item.setMetadata", { id: original, body: { VideoMisaligned: true } });
  expect(await owner.client.call("dataset.media", { id })).toMatchObject({
    video: { id: converted },
    sourceVideo: { id: converted },
  });
});

test("16: statistics grouped by nothing are those that are not grouped", async () => {
  const ask = async (query: string): Promise<[number, unknown]> => {
    const response = await raw(`dive_configuration/stats?dateRange=60+days${query}`, { token: server.token });
    return [response.status, await response.json()];
  };
  const [status, plain] = await ask("");
  expect([status, Object.keys(plain as object)]).toEqual([200, ["table_stats"]]);
  expect(await ask("&groupBy=")).toEqual([200, plain]);
  expect((await ask("&groupBy=week"))[0]).toBe(400);
});

test("17: a dataset that does not hold together is refused with a reason", async () => {
  const wrong = [
    { type: "planet", fps: 1 },
    { type: "video", fps: "often" },
    { fps: 1 },
    { type: "multi", fps: 1 },
    { type: "multi", fps: 1, multiCam: { cameras: { left: "none" } } },
  ];
  for (const [n, meta] of wrong.entries()) {
    const metadata = { ...meta, annotate: true };
    const place = { parentType: "user", parentId: owner.id, name: `wrong ${n}`, metadata } as const;
    const { _id: id } = await owner.client.call("folder.create", place);
    for (const path of [`dive_dataset/${id}`, `dive_dataset/${id}/media`, `dive_annotation/track?folderId=${id}`]) {
      const response = await raw(path);
      const { message } = (await response.json()) as { message?: string };
      expect([meta, path, response.status < 500, response.ok || message !== ""]).toEqual([meta, path, true, true]);
    }
    for (const path of ["", "/media", "/configuration"]) {
      expect([meta, path, (await raw(`dive_dataset/${id}${path}`)).status]).toEqual([meta, path, 400]);
    }
    const exported = await raw(`dive_dataset/export?folderIds=["${id}"]`);
    expect([meta, exported.status]).toEqual([meta, 400]);
  }
});

test("18: training from a model and converting large images say what is missing, and queue nothing", async () => {
  const id = await createImageDataset(owner.client, "trained");
  const body = JSON.stringify({
    folderIds: [id],
    fineTuneModel: { name: "fish", type: ".pth", path: "/models/fish.pth" },
  });
  const train = "dive_rpc/train?pipelineName=better&config=default.conf";
  const before = await owner.client.call("job.list", { limit: 0 });
  const calls: [path: string, body: string | null, message: string][] = [
    [train, body, "There is no training configuration default.conf."],
  ];
  for (const [path, content, message] of calls) {
    const response = await raw(path, { method: "POST", body: content });
    expect([path, response.status, await response.json()]).toMatchObject([path, 400, { message, type: "rest" }]);
  }
  expect(await owner.client.call("job.list", { limit: 0 })).toHaveLength(before.length);
});

test("19: other origins that are named may PATCH", async () => {
  const value = "https://lab.example";
  await server.client.call("system.setSetting", { key: "core.cors.allow_origin", value });
  const response = await raw("user/me", { method: "OPTIONS", headers: { origin: value } });
  expect(response.headers.get("access-control-allow-methods")?.split(", ")).toContain("PATCH");
});

test("20: an additive import keeps the groups that are there", async () => {
  const id = await createImageDataset(owner.client, "groups");
  await save(id, { tracks: { upsert: [track(0)] }, groups: { upsert: [group(0)] } });
  const file = { version: 2, tracks: { "0": track(0) }, groups: { "0": group(0) } };
  await importFile(id, "a.json", JSON.stringify(file), { additive: true });
  const groups = await owner.client.call("annotation.groups", { folderId: id });
  expect(groups.map(({ members }) => Object.keys(members))).toEqual([["0"], ["1"]]);
});

test("21: DIVE JSON has tracks by their id", async () => {
  const id = await createImageDataset(owner.client, "export");
  await save(id, { tracks: { upsert: [track(4)] } });
  const response = await raw(`dive_annotation/export?folderId=${id}&format=dive_json`);
  expect(Object.keys(((await response.json()) as { tracks: object }).tracks)).toEqual(["4"]);
});
