/** Annotations over HTTP: saving, sets, revisions, conflicts, rights. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { track, trackIdsOf } from "../support/annotations.ts";
import { createImageDataset } from "../support/dataset.ts";
import { createMultiCamDataset } from "../support/multicam-dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let owner: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createUser("owner");
});
afterAll(() => server.close());

async function save(folderId: string, body: object): Promise<{ updated: number; deleted: number; revision: number }> {
  return await owner.client.call("annotation.save", { folderId, body });
}

const idsOf = (folderId: string, query: { set?: string; revision?: number } = {}): Promise<number[]> =>
  trackIdsOf(owner.client, folderId, query);

test("[V-API-01, V-API-02, V-API-05] [V-API-03, V-API-04, by set and revision] what is saved is read back, with counts", async () => {
  const id = await createImageDataset(owner.client, "save");
  const group = { id: 0, begin: 0, end: 1, confidencePairs: [["school", 1]], members: { 1: { ranges: [[0, 1]] } } };
  const reply = await save(id, { tracks: { upsert: [track(2), track(1)] }, groups: { upsert: [group] } });
  expect(reply).toEqual({ updated: 3, deleted: 0, revision: 1 });

  const response = await server.fetch(`/api/v1/dive_annotation/track?folderId=${id}`, { token: owner.token });
  expect(response.headers.get("girder-total-count")).toBe("2");
  const tracks = (await response.json()) as Record<string, unknown>[];
  expect(tracks.map((entry) => entry["id"])).toEqual([1, 2]);
  expect(tracks[0]).toEqual({
    ...track(1),
    attributes: {},
    features: (track(1)["features"] as object[]).map((feature) => ({ attributes: {}, ...feature })),
  });
  expect(await owner.client.call("annotation.groups", { folderId: id })).toEqual([{ attributes: {}, ...group }]);

  // Each call accepts a set and a revision; a save can delete as well.
  const other = { ...group, id: 5, members: { 7: { ranges: [[0, 1]] } } };
  await save(id, { tracks: { upsert: [track(7)] }, groups: { upsert: [other] }, set: "model-a" });
  const gone = await save(id, { tracks: { delete: [2] }, groups: { delete: [0] } });
  expect(gone).toMatchObject({ deleted: 2, revision: 3 });
  const read = async (call: string, query: string): Promise<unknown[]> => {
    const response = await server.fetch(`/api/v1/dive_annotation/${call}?folderId=${id}${query}`, {
      token: owner.token,
    });
    expect([query, response.status]).toEqual([query, 200]);
    return (await response.json()) as unknown[];
  };
  for (const [query, trackIds, groupIds] of [
    ["", [1], []],
    ["&revision=1", [1, 2], [0]],
    ["&set=model-a", [7], [5]],
    ["&set=model-a&revision=1", [], []],
    ["&set=model-a&revision=2", [7], [5]],
  ] as const) {
    expect(await read("track", query)).toMatchObject(trackIds.map((each) => ({ id: each })));
    expect(await read("track", query)).toHaveLength(trackIds.length);
    expect(await read("group", query)).toMatchObject(groupIds.map((each) => ({ id: each })));
    expect(await read("group", query)).toHaveLength(groupIds.length);
    expect(await read("sets", query)).toEqual([null, "model-a"]);
  }
  const revisions = async (query: string) =>
    ((await read("revision", query)) as { revision: number }[]).map(({ revision }) => revision);
  expect(await revisions("&sort=revision&sortdir=1&limit=0&offset=0")).toEqual([1, 2, 3]);
  expect(await revisions("&sort=revision&sortdir=-1&limit=2&offset=1")).toEqual([2, 1]);
  expect(await revisions("&set=model-a")).toEqual([2]);
});

test("pages and their total", async () => {
  const id = await createImageDataset(owner.client, "pages");
  await save(id, { tracks: { upsert: Array.from({ length: 250 }, (_, n) => track(n)) } });
  const path = `/api/v1/dive_annotation/track?folderId=${id}&limit=3&offset=10&sort=id&sortdir=-1`;
  const response = await server.fetch(path, { token: owner.token });
  expect(response.headers.get("girder-total-count")).toBe("250");
  expect(((await response.json()) as { id: number }[]).map((entry) => entry.id)).toEqual([239, 238, 237]);
  expect(await idsOf(id)).toHaveLength(250);
});

test("[V-API-04] every save is a revision that can still be read", async () => {
  const id = await createImageDataset(owner.client, "revisions");
  await save(id, { tracks: { upsert: [track(1), track(2)] } });
  await save(id, { tracks: { upsert: [track(1, "seal")], delete: [2] } });
  expect(await save(id, { tracks: { delete: [77] } })).toEqual({ updated: 0, deleted: 0, revision: 2 });
  expect(await idsOf(id)).toEqual([1]);
  expect(await idsOf(id, { revision: 1 })).toEqual([1, 2]);
  expect(await idsOf(id, { revision: 0 })).toEqual([]);

  const path = `/api/v1/dive_annotation/revision?folderId=${id}&sortdir=-1&limit=1&offset=0&sort=revision`;
  const response = await server.fetch(path, { token: owner.token });
  expect(response.headers.get("girder-total-count")).toBe("2");
  expect(await response.json()).toMatchObject([
    {
      revision: 2,
      additions: 1,
      deletions: 2,
      description: "save",
      set: null,
      author_name: "owner",
      author_id: owner.id,
      dataset: id,
    },
  ]);
});

test("[V-API-03] a set is an island: saving and deleting in one touches no other", async () => {
  const id = await createImageDataset(owner.client, "sets");
  await save(id, { tracks: { upsert: [track(1), track(2)] } });
  await save(id, { tracks: { upsert: [track(1, "seal"), track(5)] }, set: "model-a" });
  expect(await save(id, { tracks: { upsert: [track(1, "boat")], delete: [2] } })).toMatchObject({ deleted: 2 });
  // Gives the set a newer revision than the default set's save, so that any effect of that save on the set would show.
  await save(id, { tracks: { upsert: [track(5, "ray")] }, set: "model-a" });
  expect(await idsOf(id)).toEqual([1]);
  expect(await idsOf(id, { set: "model-a" })).toEqual([1, 5]);
  const [first] = await owner.client.call("annotation.tracks", { folderId: id, set: "model-a" });
  expect(first?.confidencePairs).toEqual([["seal", 0.75]]);
  expect(await owner.client.call("annotation.sets", { folderId: id })).toEqual([null, "model-a"]);
});

test("a retry with the same saveId gets the first answer and writes nothing", async () => {
  const id = await createImageDataset(owner.client, "retry");
  const body = { tracks: { upsert: [track(1)] }, saveId: "a-b-c" };
  const first = await save(id, body);
  expect(await save(id, body)).toEqual(first);
  expect(await owner.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
});

test("two people who changed the same track: the second learns which, and nothing of it is saved", async () => {
  const id = await createImageDataset(owner.client, "conflict");
  await save(id, { tracks: { upsert: [track(1), track(2)] } });
  await save(id, { tracks: { upsert: [track(1, "seal")] }, baseRevision: 1 });
  const response = await server.fetch(`/api/v1/dive_annotation?folderId=${id}`, {
    method: "PATCH",
    token: owner.token,
    body: JSON.stringify({ tracks: { upsert: [track(1, "boat"), track(3)] }, baseRevision: 1 }),
  });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ type: "conflict", extra: { head: 2, tracks: [1], groups: [] } });
  expect(await idsOf(id)).toEqual([1, 2]);
  const both = { tracks: { upsert: [track(3)] }, baseRevision: 2 };
  await save(id, both);
  await expect(save(id, both)).rejects.toMatchObject({
    reply: { extra: { head: 3, tracks: [3], created: [3], nextTrackId: 4 } },
  });
  expect(await save(id, { tracks: { upsert: [track(2, "eel")] }, baseRevision: 1 })).toMatchObject({ revision: 4 });
});

test("a save on a revision that the dataset does not have is refused: the server was set back to an earlier state", async () => {
  const id = await createImageDataset(owner.client, "set back");
  await save(id, { tracks: { upsert: [track(1)] } });
  await expect(save(id, { tracks: { upsert: [track(1, "boat")] }, baseRevision: 2 })).rejects.toMatchObject({
    status: 409,
    code: "revision-gone",
  });
  expect(await owner.client.call("annotation.revisions", { folderId: id })).toHaveLength(1);
});

test("of two saves at once on the same revision one wins and the other is refused", async () => {
  const id = await createImageDataset(owner.client, "race");
  await save(id, { tracks: { upsert: [track(1)] } });
  const race = ["seal", "boat"].map((type) => save(id, { tracks: { upsert: [track(1, type)] }, baseRevision: 1 }));
  const results = await Promise.allSettled(race);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const lost = results.find((result) => result.status === "rejected");
  expect(lost?.reason).toMatchObject({ status: 409, reply: { extra: { head: 2, tracks: [1], groups: [] } } });
});

test("restoring a revision restores all sets, as revisions that can be undone", async () => {
  const id = await createImageDataset(owner.client, "rollback");
  await save(id, { tracks: { upsert: [track(1)] } });
  await save(id, { tracks: { delete: [1] } });
  await save(id, { tracks: { upsert: [track(9)] }, set: "other" });
  expect(await owner.client.call("annotation.rollback", { folderId: id, revision: 1 })).toBeNull();
  expect(await idsOf(id)).toEqual([1]);
  expect(await idsOf(id, { set: "other" })).toEqual([]);
  const log = await owner.client.call("annotation.revisions", { folderId: id, sortdir: -1, limit: 2 });
  expect(log.map(({ description }) => description)).toEqual(["Rollback to revision 1", "Rollback to revision 1"]);
  expect(await save(id, { tracks: { upsert: [track(2)] } })).toMatchObject({ revision: 6 });
  expect(await owner.client.call("annotation.rollback", { folderId: id, revision: 3 })).toBeNull();
  expect(await idsOf(id)).toEqual([]);
  expect(await idsOf(id, { set: "other" })).toEqual([9]);
});

test.each([
  ["not JSON", "{", "Invalid JSON"],
  ["a list", "[]", "value is not a valid dict"],
  ["frames that do not match", JSON.stringify({ tracks: { upsert: [track(1, "a", { end: 7 })] } }), "trackId=1 end=7"],
  [
    "no bounds",
    JSON.stringify({ tracks: { upsert: [track(1, "a", { features: [{ frame: 0 }] })] } }),
    "field required",
  ],
])("refuses %s with 400 and stores nothing", async (_what, body, text) => {
  const id = await createImageDataset(owner.client, `bad ${_what}`);
  const path = `/api/v1/dive_annotation?folderId=${id}`;
  const response = await server.fetch(path, { method: "PATCH", token: owner.token, body });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { message: string }).message).toContain(text);
  expect(await owner.client.call("annotation.revisions", { folderId: id })).toEqual([]);
});

test("rights: a reader reads and cannot save; a stranger cannot read", async () => {
  const id = await createImageDataset(owner.client, "rights");
  const reader = await server.createUser("reader");
  const stranger = await server.createUser("stranger");
  const users = [
    { id: owner.id, level: 2, flags: [] },
    { id: reader.id, level: 0, flags: [] },
  ];
  await owner.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  const path = `/api/v1/dive_annotation/track?folderId=${id}`;
  expect((await server.fetch(path, { token: reader.token })).status).toBe(200);
  expect((await server.fetch(path, { token: stranger.token })).status).toBe(403);
  expect((await server.fetch(path, { token: null })).status).toBe(401);
  const patch = await server.fetch(`/api/v1/dive_annotation?folderId=${id}`, {
    method: "PATCH",
    token: reader.token,
    body: "{}",
  });
  expect(patch.status).toBe(403);
  expect(await patch.json()).toMatchObject({
    type: "access",
    message: expect.stringContaining("Write access denied"),
  });
});

test("[V-API-06] types over the datasets that one may change", async () => {
  const id = await createImageDataset(owner.client, "labels");
  await save(id, { tracks: { upsert: [track(1, "octopus"), track(2, "octopus"), track(3, "ray")] } });
  const labels = await owner.client.call("annotation.labels", { published: false, shared: false });
  expect(labels.filter(({ _id }) => ["octopus", "ray"].includes(_id))).toEqual([
    { _id: "octopus", count: 2, datasets: [{ id, name: "labels", firstFrame: 0 }] },
    { _id: "ray", count: 1, datasets: [{ id, name: "labels", firstFrame: 0 }] },
  ]);
});

test("own datasets are among the labels only when asked for; those of others are not", async () => {
  const id = await createImageDataset(owner.client, "own labels");
  await save(id, { tracks: { upsert: [track(1, "urchin")] } });
  const other = await server.createUser("other");
  const urchins = async (query: { own?: boolean }, of = owner) =>
    (await of.client.call("annotation.labels", query)).filter(({ _id }) => _id === "urchin");
  expect(await urchins({})).toEqual([]);
  expect(await urchins({ own: true })).toEqual([
    { _id: "urchin", count: 1, datasets: [{ id, name: "own labels", firstFrame: 0 }] },
  ]);
  expect(await urchins({ own: true }, other)).toEqual([]);
});

test("where a label begins: among what is there now, in a clone, on a camera of a rig", async () => {
  const ana = await server.createUser("annika");
  const from = (id: number, begin: number) => {
    const [first, last] = track(id)["features"] as object[];
    const features = [
      { ...first, frame: begin },
      { ...last, frame: begin + 1 },
    ];
    return track(id, "whelk", { begin, end: begin + 1, features });
  };
  const upsert = async (folderId: string, tracks: object[], set?: string): Promise<void> => {
    await ana.client.call("annotation.save", { folderId, body: { tracks: { upsert: tracks }, set } as never });
  };
  const whelks = async () => {
    const labels = await ana.client.call("annotation.labels", { own: true });
    const entries = labels.flatMap(({ _id, datasets }) => (_id === "whelk" ? datasets : []));
    return Object.fromEntries(entries.map(({ id, name: _, ...place }) => [id, place]));
  };
  const id = await createImageDataset(ana.client, "whelks");
  await upsert(id, [from(1, 20), from(2, 11), from(3, 4)]);
  await upsert(id, [from(1, 0)], "other");
  expect(await whelks()).toEqual({ [id]: { firstFrame: 4 } });
  await ana.client.call("annotation.save", { folderId: id, body: { tracks: { delete: [3] } } as never });
  expect(await whelks()).toEqual({ [id]: { firstFrame: 11 } });
  const place = { parentType: "user", parentId: ana.id, name: "clones" } as const;
  const { _id: parentFolderId } = await ana.client.call("folder.create", place);
  const clone = await ana.client.call("dataset.clone", { cloneId: id, parentFolderId, name: "whelks again" });
  await upsert(clone._id, [from(2, 14)]);
  const rig = await createMultiCamDataset(ana.client, { cameras: [{ name: "port" }, { name: "starboard" }] });
  await upsert(rig.cameras["starboard"] ?? "", [from(1, 2)]);
  expect(await whelks()).toEqual({
    [id]: { firstFrame: 11 },
    [clone._id]: { firstFrame: 14 },
    [rig.cameras["starboard"] ?? ""]: { firstFrame: 2, rig: { id: rig.id, name: rig.name, camera: "starboard" } },
  });
  expect(Object.keys(await whelks())).toEqual([rig.cameras["starboard"], id, clone._id]);
  // A folder that names another user's dataset as its camera is not a rig with that dataset.
  const other = await server.createUser("thief");
  await ana.client.call("folder.setAccess", {
    id,
    access: JSON.stringify({
      users: [
        { id: ana.id, level: 2 },
        { id: other.id, level: 0 },
      ],
      groups: [],
    }),
    public: false,
  });
  const metadata = { annotate: true, type: "multi", fps: 1, multiCam: { cameras: { a: { folderId: id } } } };
  await other.client.call("folder.create", { parentType: "user", parentId: other.id, name: "false rig", metadata });
  const seen = await other.client.call("annotation.labels", { own: true });
  expect(seen.map(({ datasets }) => datasets)).toEqual([[{ id, name: "whelks", firstFrame: 11 }]]);
  // Publishing a rig marks the parent dataset, not each camera.
  await ana.client.call("folder.setMetadata", { id: rig.id, body: { published: true } });
  const everybody = JSON.stringify({ users: [{ id: ana.id, level: 2 }], groups: [] });
  await ana.client.call("folder.setAccess", { id: rig.id, access: everybody, public: true, recurse: true });
  const published = await owner.client.call("annotation.labels", { published: true });
  expect(published.find(({ _id }) => _id === "whelk")?.datasets.map(({ id: one }) => one)).toEqual([
    rig.cameras["starboard"],
  ]);
});

test("long numbers keep every digit: saved, read, in a revision, after going back, cloned, copied, exported, imported", async () => {
  const id = await createImageDataset(owner.client, "long numbers");
  const long = "9007199254740993";
  const payload = JSON.stringify({
    ...track(1),
    attributes: { serial: "LONG", nested: { list: ["LONG", "HUGE"] } },
    meta: { source: "LONG" },
    vendor: { tag: "LONG" },
    features: [{ frame: 0, bounds: [1, 2, 3, 4], attributes: { ping: "LONG" }, sonar: "LONG" }],
    end: 0,
  })
    .replaceAll('"LONG"', long)
    .replaceAll('"HUGE"', "1e400");
  const group = `{"id":0,"begin":0,"end":0,"members":{"1":{"ranges":[[0,0]]}},"attributes":{"run":${long}}}`;
  const body = new TextEncoder().encode(`{"tracks":{"upsert":[${payload}]},"groups":{"upsert":[${group}]}}`);
  await owner.client.call("annotation.save", { folderId: id, body: body as never });
  const texts = async (folderId: string, more = ""): Promise<{ tracks: string; groups: string }> => {
    const read = async (kind: string): Promise<string> => {
      const path = `/api/v1/dive_annotation/${kind}?folderId=${folderId}${more}`;
      return await (await server.fetch(path, { token: owner.token })).text();
    };
    return { tracks: await read("track"), groups: await read("group") };
  };
  const saved = await texts(id);
  const count = (text: string): number => text.split(long).length - 1;
  expect([count(saved.tracks), count(saved.groups)]).toEqual([6, 1]);
  expect(saved.tracks).toContain(`"list":[${long},1e400]`);
  await save(id, { tracks: { delete: [1] } });
  expect(await texts(id, "&revision=1")).toEqual(saved);
  await owner.client.call("annotation.rollback", { folderId: id, revision: 1 });
  expect(await texts(id)).toEqual(saved);
  const parent = await owner.client.call("folder.create", {
    parentType: "user",
    parentId: owner.id,
    name: "for long numbers",
  });
  const clone = await owner.client.call("dataset.clone", { cloneId: id, parentFolderId: parent._id, name: "clone" });
  expect(await texts(clone._id)).toEqual(saved);
  const copy = await owner.client.call("folder.copy", { id });
  expect(await texts(copy._id)).toEqual(saved);

  const path = `/api/v1/dive_annotation/export?folderId=${id}&format=dive_json`;
  const file = await (await server.fetch(path, { token: owner.token })).text();
  expect(count(file)).toBe(7);
  const again = await createImageDataset(owner.client, "long numbers again");
  const target = { parentType: "folder", parentId: again, name: "again.json" } as const;
  await uploadFile(owner.client, target, new Blob([file]));
  await owner.client.call("rpc.postprocess", { id: again, skipJobs: true });
  const imported = await texts(again);
  expect([count(imported.tracks), count(imported.groups)]).toEqual([6, 1]);

  // A save large enough to be checked in a thread.
  const many = Array.from({ length: 2000 }, (_, n) => payload.replace('"id":1', `"id":${n}`)).join(",");
  const large = new TextEncoder().encode(`{"tracks":{"upsert":[${many}]}}`);
  await owner.client.call("annotation.save", { folderId: again, body: large as never });
  expect(count((await texts(again)).tracks)).toBe(6 * 2000);
});

test("a long number where a number counts is refused or taken as any other", async () => {
  const id = await createImageDataset(owner.client, "long where it counts");
  const bytes = (text: string): never => new TextEncoder().encode(text) as never;
  const wrong = JSON.stringify({ tracks: { upsert: [track(1)] } }).replace('"id":1', '"id":9007199254740993');
  await expect(owner.client.call("annotation.save", { folderId: id, body: bytes(wrong) })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("less than or equal to 2147483647") as string,
  });
  const list = JSON.stringify({ tracks: { upsert: [track(1)] } }).replace(
    '"features":[',
    '"features":9007199254740993,"x":[',
  );
  await expect(owner.client.call("annotation.save", { folderId: id, body: bytes(list) })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining("value is not a valid list") as string,
  });
});
