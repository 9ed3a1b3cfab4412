/** Folders, items, collections, access lists, search and bulk delete: api-v1 2, 6 to 8 and 10. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { ApiError } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let privateId: string;
/** A new folder of ada for each test. */
let folderId: string;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
  const [folder] = await ada.client.call("folder.list", { parentType: "user", parentId: ada.id, name: "Private" });
  privateId = folder?._id ?? "";
});
afterAll(async () => {
  await server.close();
});
beforeEach(async () => {
  folderId = await createFolder(`test ${++counter}`);
});

async function createFolder(name: string, parentId = privateId): Promise<string> {
  return (await ada.client.call("folder.create", { parentId, name }))._id;
}

async function share(id: string, level: 0 | 1 | 2, recurse = false): Promise<void> {
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), recurse });
}

async function failure(call: Promise<unknown>): Promise<{ status: number; reply: unknown }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, reply: error.reply };
    throw error;
  }
  throw new Error("the call succeeded");
}

describe("folders", () => {
  test("pages are parts of one list in natural order, wherever they begin and whichever way it is sorted", async () => {
    const names = ["b 10", "b 2", "a", "b 1", "c", "b 2 (2)", "b 3"];
    for (const name of names) await createFolder(name, folderId);
    const list = async (limit: number, offset: number, sort: string, sortdir: number) => {
      const query = { parentType: "folder", parentId: folderId, limit, offset, sort, sortdir } as const;
      const { reply, total } = await ada.client.callPaged("folder.list", query);
      expect(total).toBe(names.length);
      return reply.map(({ name }) => name);
    };
    expect(await list(0, 0, "lowerName", 1)).toEqual(["a", "b 1", "b 2", "b 2 (2)", "b 3", "b 10", "c"]);
    for (const sort of ["lowerName", "size", "updated"]) {
      for (const direction of [1, -1]) {
        const all = await list(0, 0, sort, direction);
        for (const [limit, offset] of [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((at) => [[2, at] as const, [3, at] as const]))
          expect(await list(limit, offset, sort, direction), `${sort} ${offset}`).toEqual(
            all.slice(offset, offset + limit),
          );
      }
    }
  });

  test("every user starts with a public and a private folder", async () => {
    const own = await ada.client.callPaged("folder.list", { parentType: "user", parentId: ada.id });
    expect(own.reply.map((one) => [one.name, one.public, one._accessLevel])).toEqual([
      ["Private", false, 2],
      ["Public", true, 2],
    ]);
    expect(own.total).toBe(2);
    const seen = await bob.client.callPaged("folder.list", { parentType: "user", parentId: ada.id });
    expect([seen.reply.map((one) => one.name), seen.total]).toEqual([["Public"], 1]);
    expect(await clientOf(server.url).call("user.details", { id: ada.id })).toEqual({ nFolders: 1 });
  });

  test("[S-API-25] the web client's body, form by name and JSON as it is", async () => {
    const metadata = '{"fps":10,"type":"video","note":"50% & more"}';
    const response = await server.fetch(`/api/v1/folder?parentId=${folderId}&name=clip`, {
      method: "POST",
      token: ada.token,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: `metadata=${metadata}`,
    });
    expect(response.status).toBe(200);
    const folder = (await response.json()) as Record<string, unknown>;
    expect(folder).toMatchObject({
      _modelType: "folder",
      name: "clip",
      parentCollection: "folder",
      parentId: folderId,
      baseParentType: "user",
      baseParentId: ada.id,
      creatorId: ada.id,
      public: false,
      publicFlags: [],
      size: 0,
      description: "",
      meta: { fps: 10, type: "video", note: "50% & more" },
    });
    expect(folder["created"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/);
    expect(folder["_id"]).toMatch(/^[0-9a-f]{24}$/);
    expect(Object.keys(folder)).toEqual(Object.keys(folder).sort());
  });

  test("names clash, unless the existing folder is wanted", async () => {
    const id = await createFolder("twin", folderId);
    const clash = await failure(ada.client.call("folder.create", { parentId: folderId, name: " twin " }));
    expect(clash).toEqual({
      status: 400,
      reply: { message: "A folder with that name already exists here.", type: "validation", field: "name" },
    });
    const again = await ada.client.call("folder.create", {
      parentId: folderId,
      name: "twin",
      reuseExisting: true,
      metadata: { a: 1 },
    });
    expect([again._id, again.meta]).toEqual([id, { a: 1 }]);
    expect(await failure(ada.client.call("folder.create", { parentId: folderId, name: "  " }))).toMatchObject({
      status: 400,
      reply: { message: "Folder name must not be empty." },
    });
  });

  test("names with slashes, quotes, emoji and markup stay as they are", async () => {
    for (const name of ["a/b\\c", "🐟 größe", '<img src=x onerror="x">', "..", "'; DROP TABLE users; --"]) {
      const folder = await ada.client.call("folder.create", { parentId: folderId, name });
      expect(folder.name).toBe(name);
      const path = await ada.client.call("resource.path", { id: folder._id, type: "folder" });
      expect(await ada.client.call("resource.lookup", { path })).toMatchObject({ _id: folder._id });
    }
  });

  test("metadata is merged, deleted, and two changes at once both stay", async () => {
    await ada.client.call("folder.setMetadata", { id: folderId, body: { a: 1, b: { c: 2 } } });
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        ada.client.call("folder.setMetadata", { id: folderId, body: { [`k${n}`]: n } }),
      ),
    );
    const once = (n: number) => ada.client.call("folder.setMetadata", { id: folderId, body: { a: n }, was: { a: 1 } });
    const raced = await Promise.allSettled([2, 3, 4].map(once));
    expect(raced.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(raced.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409 } });
    const missing = { id: folderId, body: { a: 5 }, was: { b: { c: 2 }, other: null } };
    expect(await ada.client.call("folder.setMetadata", missing)).toMatchObject({ meta: { a: 5 } });

    const merged = await ada.client.call("folder.setMetadata", { id: folderId, body: { a: null } });
    expect(Object.keys(merged.meta).length).toBe(11);
    const rest = await ada.client.call("folder.deleteMetadata", {
      id: folderId,
      body: Object.keys(merged.meta).filter((key) => key !== "b"),
    });
    expect(rest.meta).toEqual({ b: { c: 2 } });
    const bad = await server.fetch(`/api/v1/folder/${folderId}/metadata`, {
      method: "PUT",
      token: ada.token,
      body: '{"a":NaN}',
    });
    expect([bad.status, await bad.json()]).toEqual([400, { message: 'Error: "NaN" is not valid JSON.', type: "rest" }]);
  });

  test("[S-API-22, S-API-23] paths lead to the root, as far as the caller can read", async () => {
    const middle = await createFolder("middle", folderId);
    const leaf = await createFolder("leaf", middle);
    const own = await ada.client.call("folder.rootPath", { id: leaf });
    expect(own.map((entry) => [entry.type, "login" in entry.object ? entry.object.login : entry.object.name])).toEqual([
      ["user", "ada1"],
      ["folder", "Private"],
      ["folder", `test ${counter}`],
      ["folder", "middle"],
    ]);
    await share(middle, 0, true);
    const shared = await bob.client.call("folder.rootPathOrRelative", { id: leaf });
    expect(shared.map((entry) => [entry.type, entry.object._id])).toEqual([
      ["user", ada.id],
      ["folder", middle],
    ]);
  });

  test("moving keeps the tree a tree", async () => {
    const inner = await createFolder("inner", folderId);
    const into = await failure(
      ada.client.call("folder.update", { id: folderId, parentType: "folder", parentId: inner }),
    );
    expect(into).toMatchObject({ status: 400, reply: { field: "parentId" } });
    const moved = await ada.client.call("folder.update", {
      id: inner,
      parentType: "folder",
      parentId: privateId,
      name: `moved ${counter}`,
    });
    expect([moved.parentId, moved.name]).toEqual([privateId, `moved ${counter}`]);
    expect(await ada.client.call("folder.details", { id: folderId })).toEqual({ nFolders: 0, nItems: 0 });
  });

  test("[S-API-02] pages count before paging, 0 means all", async () => {
    for (const name of ["b", "A", "c"]) await createFolder(name, folderId);
    const list = async (parameters: { limit?: number; offset?: number; sortdir?: number }) => {
      const { reply, total } = await ada.client.callPaged("folder.list", {
        parentType: "folder",
        parentId: folderId,
        ...parameters,
      });
      return [reply.map((one) => one.name).join(""), total];
    };
    expect(await list({})).toEqual(["Abc", 3]);
    expect(await list({ limit: 1, offset: 1 })).toEqual(["b", 3]);
    expect(await list({ limit: 0, sortdir: -1 })).toEqual(["cbA", 3]);
    expect(await list({ offset: 10 })).toEqual(["", 3]);
    for (const bad of [{ limit: -1 }, { offset: -1 }, { sortdir: 0 }]) {
      expect((await failure(ada.client.call("folder.list", { text: "x", ...bad }))).status).toBe(400);
    }
    expect(await failure(ada.client.call("folder.list", {}))).toMatchObject({
      reply: { message: "Invalid search mode." },
    });
  });
});

describe("access", () => {
  test("[S-API-26] reader, writer, administrator, stranger and anonymous", async () => {
    const target = await createFolder("target", folderId);
    const read = () => bob.client.call("folder.get", { id: target });
    const write = () => bob.client.call("folder.setMetadata", { id: target, body: { x: 1 } });
    const administrate = () => bob.client.call("folder.access", { id: target });
    const denied = (word: string, user: string) => ({
      message: `${word} access denied for folder ${target} (user ${user}).`,
      type: "access",
    });

    expect(await failure(read())).toEqual({ status: 403, reply: denied("Read", bob.id) });
    expect(await failure(clientOf(server.url).call("folder.get", { id: target }))).toEqual({
      status: 401,
      reply: denied("Read", "None"),
    });
    await share(target, 0);
    expect((await read())._accessLevel).toBe(0);
    expect(await failure(write())).toEqual({ status: 403, reply: denied("Write", bob.id) });
    await share(target, 1);
    expect((await write())._accessLevel).toBe(1);
    expect(await failure(administrate())).toEqual({ status: 403, reply: denied("Admin", bob.id) });
    expect((await failure(bob.client.call("folder.delete", { id: target }))).status).toBe(403);
    await share(target, 2);
    expect((await administrate()).users.map((user) => [user.login, user.level, user.name])).toEqual([
      ["ada1", 2, "Test ada1"],
      ["bob1", 2, "Test bob1"],
    ]);
    expect(await bob.client.call("folder.delete", { id: target })).toEqual({ message: "Deleted folder target." });
    expect(await failure(ada.client.call("folder.get", { id: target }))).toEqual({
      status: 400,
      reply: { code: "missing", message: `Invalid folder id (${target}).`, type: "rest" },
    });
  });

  test("a new folder inherits the list of its parent; recursion reaches old ones", async () => {
    const before = await createFolder("before", folderId);
    await share(folderId, 0);
    const after = await createFolder("after", folderId);
    expect((await bob.client.call("folder.get", { id: after }))._accessLevel).toBe(0);
    expect((await failure(bob.client.call("folder.get", { id: before }))).status).toBe(403);
    await share(folderId, 1, true);
    expect((await bob.client.call("folder.get", { id: before }))._accessLevel).toBe(1);
  });

  test("a broken list changes nothing", async () => {
    for (const access of ["{", "[]", '{"users":[{"id":"x","level":0}]}', `{"users":[{"id":"${bob.id}","level":3}]}`]) {
      const refused = await failure(ada.client.call("folder.setAccess", { id: folderId, access }));
      expect([access, refused.status, refused.reply]).toEqual([
        access,
        400,
        expect.objectContaining({ type: "validation" }),
      ]);
    }
    expect((await ada.client.call("folder.access", { id: folderId })).users.map((user) => user.id)).toEqual([ada.id]);
  });

  test("[S-API-24] what others shared with me", async () => {
    const child = await createFolder("child", folderId);
    await share(folderId, 0, true);
    const all = await bob.client.callPaged("folder.shared", { limit: 0, onlyNonAccessibles: false });
    expect(all.reply.map((one) => one._id)).toEqual(expect.arrayContaining([folderId, child]));
    const top = await bob.client.callPaged("folder.shared", { limit: 0, sort: "created", sortdir: -1 });
    expect(top.reply.map((one) => one._id)).toContain(folderId);
    expect(top.reply.map((one) => one._id)).not.toContain(child);
    expect(top.reply[0]?.ownerLogin).toBe("ada1");
    expect(top.total).toBe(top.reply.length);
    expect((await ada.client.call("folder.shared", {})).length).toBe(0);
  });
});

describe("items", () => {
  test("[S-API-21] are created, renamed, moved, described and deleted", async () => {
    const item = await ada.client.call("item.create", { folderId, name: "a", metadata: { x: 1 } });
    expect(item).toMatchObject({ _modelType: "item", folderId, meta: { x: 1 }, baseParentId: ada.id });
    expect(item).not.toHaveProperty("_accessLevel");
    const twin = await ada.client.call("item.create", { folderId, name: "a" });
    expect(twin.name).toBe("a (1)");
    const reused = await ada.client.call("item.create", { folderId, name: "a", reuseExisting: true });
    expect(reused._id).toBe(item._id);
    const other = await createFolder("other", folderId);
    const moved = await ada.client.call("item.update", { id: twin._id, folderId: other, name: "a" });
    expect([moved.name, moved.folderId]).toEqual(["a", other]);
    const path = await ada.client.call("item.rootPath", { id: moved._id });
    expect(path.at(-1)?.object._id).toBe(other);
    expect(await ada.client.call("item.delete", { id: item._id })).toEqual({ message: "Deleted item a." });
    expect(await ada.client.call("item.get", { id: moved._id })).toEqual(moved);
    const { _id: collectionId } = await server.client.call("collection.create", { name: "Cruises", public: true });
    const details = async (path: string) => (await server.fetch(`/api/v1/${path}`, { token: ada.token })).json();
    for (const [type, id] of Object.entries({ item: moved._id, folder: other, user: ada.id, collection: collectionId }))
      expect(await details(`${type}/${id}`)).toMatchObject({ _id: id, _modelType: type });
    expect((await failure(bob.client.call("item.get", { id: moved._id }))).reply).toMatchObject({
      message: `Read access denied for item ${moved._id} (user ${bob.id}).`,
    });
  });

  test("several files of an item, and a whole folder, come as a zip", async () => {
    const item = await ada.client.call("item.create", { folderId, name: "pair" });
    for (const name of ["1.txt", "2.txt"]) {
      await ada.client.call("file.create", {
        parentType: "item",
        parentId: item._id,
        name,
        size: 1,
        body: new TextEncoder().encode("x"),
      });
    }
    for (const path of [`item/${item._id}/download`, `folder/${folderId}/download`]) {
      const response = await server.fetch(`/api/v1/${path}`, { token: ada.token });
      expect(response.headers.get("content-type")).toBe("application/zip");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
      expect(bytes.includes("pair/1.txt") && bytes.includes("pair/2.txt")).toBe(true);
    }
  });
});

describe("resource", () => {
  test("search has a list for every type, with what the caller can read", async () => {
    const id = await createFolder(`Seahorse ${counter}`, folderId);
    await ada.client.call("item.create", { folderId, name: "seahorse.png" });
    const types = ["user", "folder", "item", "group", "collection"];
    const found = await ada.client.call("resource.search", { q: "seah", mode: "prefix", types });
    expect(Object.keys(found)).toEqual([...types].sort());
    expect([found.folder?.[0]?._id, found.item?.[0]?.name, found.group]).toEqual([id, "seahorse.png", []]);
    const hidden = await bob.client.call("resource.search", { q: "seahorse", types });
    expect([hidden.folder, hidden.item]).toEqual([[], []]);
    expect(
      (await bob.client.call("resource.search", { q: "ADA", mode: "prefix", types: ["user"] })).user?.[0]?.login,
    ).toBe("ada1");
    expect(await failure(ada.client.call("resource.search", { q: "x", mode: "regex", types }))).toMatchObject({
      reply: { message: "Search mode handler 'regex' not found." },
    });
  });

  test("a path that leads nowhere", async () => {
    const lookup = (path: string, test?: boolean) =>
      ada.client.call("resource.lookup", { path, ...(test === undefined ? {} : { test }) });
    expect(await lookup("/user/ada1")).toMatchObject({ login: "ada1" });
    expect(await lookup("/user/ada1/Private")).toMatchObject({ _id: privateId });
    expect(await failure(lookup("/user/ada1/Nothing"))).toEqual({
      status: 400,
      reply: { message: "Path not found: /user/ada1/Nothing", type: "validation" },
    });
    expect(await lookup("/user/unknown", true)).toBeNull();
  });

  test("[S-API-27] a selection is deleted by a multipart form", async () => {
    const doomed = await createFolder("doomed", folderId);
    const inside = await createFolder("inside", doomed);
    const item = await ada.client.call("item.create", { folderId, name: "doomed.png" });
    const form = new FormData();
    form.set("resources", JSON.stringify({ folder: [doomed], item: [item._id] }));
    const response = await server.fetch("/api/v1/resource", { method: "DELETE", body: form, token: ada.token });
    expect([response.status, await response.text()]).toEqual([200, "null"]);
    for (const id of [doomed, inside]) expect((await failure(ada.client.call("folder.get", { id }))).status).toBe(400);
    expect((await failure(ada.client.call("item.get", { id: item._id }))).status).toBe(400);
  });

  test("a selection needs an administrator of each, and has to make sense", async () => {
    await share(folderId, 1);
    const item = await ada.client.call("item.create", { folderId, name: "kept.png" });
    const remove = (resources: object, user = bob) => user.client.call("resource.delete", { resources });
    expect((await failure(remove({ item: [item._id] }))).status).toBe(403);
    expect((await failure(remove({ folder: [folderId] }))).status).toBe(403);
    expect(await ada.client.call("item.get", { id: item._id })).toMatchObject({ name: "kept.png" });
    expect(await failure(remove({}, ada))).toMatchObject({ reply: { message: "No resources specified." } });
    expect(await failure(remove({ planet: ["x"] }, ada))).toMatchObject({
      reply: { message: "Invalid resource types requested: planet" },
    });
    expect(await failure(remove({ folder: "x" }, ada))).toMatchObject({
      reply: { message: "Invalid resources format." },
    });
    const unknown = "aaaaaaaaaaaaaaaaaaaaaaaa";
    expect(await failure(remove({ item: [unknown] }, ada))).toMatchObject({
      status: 400,
      reply: { message: `No such item: ${unknown}`, type: "validation", field: "id" },
    });
    expect(await failure(remove({ folder: [{ $gt: "" }] }, ada))).toMatchObject({
      status: 400,
      reply: { type: "validation" },
    });
  });
});

test("collections are created by administrators and hold folders", async () => {
  expect((await failure(ada.client.call("collection.create", { name: "Reef" }))).status).toBe(403);
  const { nCollections } = await clientOf(server.url).call("collection.counts", {});
  const reef = await server.client.call("collection.create", { name: "Reef", public: true });
  expect(await failure(server.client.call("collection.create", { name: "Reef" }))).toMatchObject({
    reply: { message: "A collection with that name already exists.", field: "name" },
  });
  const folder = await server.client.call("folder.create", {
    parentType: "collection",
    parentId: reef._id,
    name: "2026",
    public: true,
  });
  expect(await ada.client.call("collection.details", { id: reef._id })).toEqual({ nFolders: 1 });
  expect(await clientOf(server.url).call("collection.counts", {})).toEqual({ nCollections: nCollections + 1 });
  expect(await ada.client.call("resource.lookup", { path: "/collection/Reef/2026" })).toMatchObject({
    _id: folder._id,
  });
  expect(await ada.client.call("folder.rootPathOrRelative", { id: folder._id })).toEqual([]);
  expect((await failure(ada.client.call("collection.delete", { id: reef._id }))).status).toBe(403);
  await server.client.call("collection.delete", { id: reef._id });
  expect((await failure(ada.client.call("folder.get", { id: folder._id }))).status).toBe(400);
});

test("contents of folders are counted at every depth that the caller may read", async () => {
  const { call } = ada.client;
  const inner = await createFolder("inner", folderId);
  const dataset = await createImageDataset(ada.client, "reef", 2);
  await call("resource.move", { resources: { folder: [dataset] }, parentType: "folder", parentId: inner });
  const track = (id: number) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 1, 5, 5], keyframe: true }],
  });
  for (const set of [undefined, "second"])
    await call("annotation.save", {
      folderId: dataset,
      body: { tracks: { upsert: [track(0), track(1)] }, set } as never,
    });
  await call("annotation.save", { folderId: dataset, body: { tracks: { delete: [1] } } as never });
  const reviewed = { ...track(0), attributes: { note: 'says "reviewed":true', reviewed: true } };
  await call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [reviewed] } } as never });
  await call("item.create", { folderId: inner, name: "notes.txt" });
  const { size } = await call("folder.get", { id: dataset });
  const counted = { folders: 1, datasets: 1, files: 1, tracks: 3, types: 1, reviewed: 1, bytes: size };
  expect(size).toBeGreaterThan(0);
  expect(await call("resource.contents", { resources: { folder: [folderId, dataset] } })).toEqual([
    { _id: folderId, ...counted },
    { _id: dataset, ...counted, folders: 0, files: 0 },
  ]);
  await share(folderId, 0);
  expect(await bob.client.call("resource.contents", { resources: { folder: [folderId] } })).toEqual([
    { _id: folderId, folders: 0, datasets: 0, files: 0, tracks: 0, types: 0, reviewed: 0, bytes: 0 },
  ]);
  await expect(bob.client.call("resource.contents", { resources: { folder: [inner] } })).rejects.toBeInstanceOf(
    ApiError,
  );
});
