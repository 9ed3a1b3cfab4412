/** Copies, moves, positions, and archives of a selection: api-v1 7, 8, 9.2 and 10. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { ApiError, type ApiClient, type RouteId } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let homeId: string;
let counter = 0;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
  homeId =
    (await ada.client.call("folder.list", { parentType: "user", parentId: ada.id, name: "Private" }))[0]?._id ?? "";
});
afterAll(async () => {
  await server.close();
});

const newFolder = async (parentId = homeId): Promise<string> =>
  (await ada.client.call("folder.create", { parentId, name: `folder ${++counter}` }))._id;

async function newFile(folderId: string, name: string, text = name): Promise<{ fileId: string; itemId: string }> {
  const body = new TextEncoder().encode(text);
  const file = await ada.client.call("file.create", {
    parentType: "folder",
    parentId: folderId,
    name,
    size: body.length,
    mimeType: "text/plain",
    body,
  });
  return { fileId: file._id, itemId: "itemId" in file ? file.itemId : "" };
}

const textOf = async (client: ApiClient, itemId: string): Promise<string> =>
  await (await client.fetch("item.download", { id: itemId })).text();
const itemsIn = async (folderId: string): Promise<string[]> =>
  (await ada.client.call("item.list", { folderId })).map((item) => item.name);

async function failure(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error("the call succeeded");
  return { status: error.status, message: error.message };
}

/** Names in the central directory of an archive. */
function namesOf(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf("PK\u0001\u0002"); at >= 0; at = zip.indexOf("PK\u0001\u0002", at + 46)) {
    names.push(zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  }
  return names;
}

test("a folder is copied with everything in it; both live on by themselves", async () => {
  const id = await newFolder();
  const inside = await newFolder(id);
  const { itemId } = await newFile(inside, "a.txt", "shared content");
  await ada.client.call("item.setMetadata", { id: itemId, body: { kept: [1, { deep: true }] } });
  await ada.client.call("folder.setMetadata", { id, body: { points: { to: inside, and: [itemId] } } });

  const copy = await ada.client.call("folder.copy", { id });
  const original = await ada.client.call("folder.get", { id });
  expect(copy).toMatchObject({ name: `${original.name} (1)`, parentId: homeId, _accessLevel: 2, creatorId: ada.id });
  const [copiedInside] = await ada.client.call("folder.list", { parentType: "folder", parentId: copy._id });
  expect(copiedInside?._id).not.toBe(inside);
  expect(copiedInside?.size).toBe("shared content".length);
  const [copiedItem] = await ada.client.call("item.list", { folderId: copiedInside?._id ?? "" });
  expect(copiedItem).toMatchObject({ name: "a.txt", copyOfItem: itemId, meta: { kept: [1, { deep: true }] } });
  expect(copy.meta).toEqual({ points: { to: copiedInside?._id, and: [copiedItem?._id] } });

  await ada.client.call("folder.delete", { id });
  await server.server.services.sweep.run();
  expect(await textOf(ada.client, copiedItem?._id ?? "")).toBe("shared content");
});

test("a copy goes where, and is called, as asked; into itself, or anywhere below, it does not", async () => {
  const [id, target] = [await newFolder(), await newFolder()];
  const below = await newFolder(id);
  const copy = async (parentId: string): ReturnType<typeof ada.client.call<"folder.copy">> =>
    ada.client.call("folder.copy", {
      id,
      parentType: "folder",
      parentId,
      name: "inner",
      description: "again",
      public: "true",
    });
  const inner = await copy(target);
  expect(inner).toMatchObject({ name: "inner", description: "again", parentId: target, public: true });
  expect(await ada.client.call("folder.details", { id: inner._id })).toEqual({ nFolders: 1, nItems: 0 });
  for (const parentId of [id, below]) {
    await expect(copy(parentId)).rejects.toMatchObject({
      status: 400,
      reply: { message: "A folder cannot be copied into itself.", type: "validation", field: "parentId" },
    });
    const selected = { resources: { folder: [id] }, parentType: "folder" as const, parentId };
    await expect(ada.client.call("resource.copy", selected)).rejects.toMatchObject({ status: 400 });
  }
  expect(await ada.client.call("folder.details", { id })).toEqual({ nFolders: 1, nItems: 0 });
});

test("a copy of a dataset has the annotations of every set as they are now, without their history", async () => {
  const id = await createImageDataset(ada.client, "copied dataset");
  const track = (trackId: number) => ({
    id: trackId,
    begin: 0,
    end: 0,
    confidencePairs: [["fish", 1]],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 2, 3, 4], keyframe: true }],
  });
  const save = (body: object) => ada.client.call("annotation.save", { folderId: id, body });
  await save({ tracks: { upsert: [track(1), track(2)], delete: [] } });
  await save({ tracks: { upsert: [], delete: [2] } });
  await save({ tracks: { upsert: [track(7)], delete: [] }, set: "model-a" });

  const copy = await ada.client.call("folder.copy", { id });
  expect(copy.meta).toMatchObject({ annotate: true, type: "image-sequence", fps: 1 });
  const tracks = async (set?: string) =>
    (
      (await ada.client.call("annotation.tracks", { folderId: copy._id, ...(set === undefined ? {} : { set }) })) as {
        id: number;
      }[]
    ).map((one) => one.id);
  expect([await tracks(), await tracks("model-a")]).toEqual([[1], [7]]);
  const revisions = await ada.client.call("annotation.revisions", { folderId: copy._id });
  expect(revisions.map((one) => [one.revision, one.description])).toEqual([
    [1, "copy of copied dataset"],
    [2, "copy of copied dataset"],
  ]);
  expect((await ada.client.call("annotation.revisions", { folderId: copy._id, set: "model-a" })).length).toBe(1);
  const media = await ada.client.call("dataset.media", { id: copy._id });
  expect(media.imageData.map((one) => one.filename)).toEqual(["image-0.png", "image-1.png"]);
  expect(media.imageData[0]?.url).toContain(copy._id);

  await ada.client.call("annotation.save", {
    folderId: copy._id,
    body: { tracks: { upsert: [track(9)], delete: [1] } },
  });
  expect((await ada.client.call("annotation.tracks", { folderId: id })).length).toBe(1);
});

test("items and files are copied within and across folders", async () => {
  const [from, to] = [await newFolder(), await newFolder()];
  const { itemId, fileId } = await newFile(from, "a.txt", "12345");
  const twin = await ada.client.call("item.copy", { id: itemId });
  expect(twin).toMatchObject({ name: "a.txt (1)", folderId: from, copyOfItem: itemId, size: 5 });
  const other = await ada.client.call("item.copy", { id: itemId, folderId: to, name: "b.txt", description: "there" });
  expect(other).toMatchObject({ name: "b.txt", folderId: to, description: "there" });
  expect((await ada.client.call("folder.get", { id: to })).size).toBe(5);
  const file = await ada.client.call("file.copy", { id: fileId, itemId: other._id });
  expect(file).toMatchObject({ itemId: other._id, name: "a.txt", size: 5, mimeType: "text/plain" });
  expect(await ada.client.call("item.get", { id: other._id })).toMatchObject({ size: 10 });
  expect((await ada.client.call("folder.get", { id: to })).size).toBe(10);
});

test("unreadable content is not copied, and nothing is written without the right to write", async () => {
  const id = await newFolder();
  const hidden = await newFolder(id);
  await newFile(hidden, "secret.txt");
  const readers = {
    users: [
      { id: ada.id, level: 2 },
      { id: bob.id, level: 0 },
    ],
    groups: [],
  };
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify(readers) });
  const [bobs] = await bob.client.call("folder.list", { parentType: "user", parentId: bob.id, name: "Private" });
  const target = { parentType: "folder", parentId: bobs?._id ?? "" } as const;
  const copy = await bob.client.call("folder.copy", { id, ...target });
  expect(await bob.client.call("folder.details", { id: copy._id })).toEqual({ nFolders: 0, nItems: 0 });
  expect((await failure(bob.client.call("folder.copy", { id: hidden, ...target }))).status).toBe(403);
  expect((await failure(bob.client.call("folder.copy", { id }))).status).toBe(403);
  expect((await failure(clientOf(server.url).call("folder.copy", { id }))).status).toBe(401);
  const { itemId, fileId } = await newFile(id, "seen.txt");
  expect((await failure(bob.client.call("item.copy", { id: itemId }))).status).toBe(403);
  expect((await failure(bob.client.call("file.copy", { id: fileId, itemId }))).status).toBe(403);
  expect((await failure(bob.client.call("folder.deleteContents", { id }))).status).toBe(403);
});

test("contents go, the folder stays; metadata keys of an item go", async () => {
  const id = await newFolder();
  await newFolder(id);
  const { itemId } = await newFile(id, "a.txt");
  await ada.client.call("item.setMetadata", { id: itemId, body: { a: 1, b: 2 } });
  expect((await ada.client.call("item.deleteMetadata", { id: itemId, body: ["a"] })).meta).toEqual({ b: 2 });
  const { name } = await ada.client.call("folder.get", { id });
  expect(await ada.client.call("folder.deleteContents", { id })).toEqual({ message: `Cleaned folder ${name}.` });
  expect(await ada.client.call("folder.get", { id })).toMatchObject({ size: 0 });
  expect(await ada.client.call("folder.details", { id })).toEqual({ nFolders: 0, nItems: 0 });
});

test("the position of a folder or an item in a list is the place where the list has it", async () => {
  const id = await newFolder();
  for (const name of ["b10", "A", "c", "B9"]) {
    await ada.client.call("folder.create", { parentId: id, name });
    await newFile(id, `${name}.txt`, name.repeat(3));
  }
  for (const sort of ["lowerName", "name", "created"]) {
    for (const sortdir of [1, -1]) {
      const parent = { parentType: "folder", parentId: id } as const;
      const folders = await ada.client.call("folder.list", { ...parent, sort, sortdir });
      const items = await ada.client.call("item.list", { folderId: id, sort, sortdir });
      const places = [];
      for (const one of folders)
        places.push(await ada.client.call("folder.position", { id: one._id, ...parent, sort, sortdir }));
      for (const one of items)
        places.push(await ada.client.call("item.position", { id: one._id, folderId: id, sort, sortdir }));
      expect([sort, sortdir, places]).toEqual([sort, sortdir, [0, 1, 2, 3, 0, 1, 2, 3]]);
    }
  }
  // Numbers in names sort by value.
  const inOrder = await ada.client.call("folder.list", { parentType: "folder", parentId: id });
  expect(inOrder.map(({ name }) => name)).toEqual(["A", "B9", "b10", "c"]);
  const items = await ada.client.call("item.list", { folderId: id });
  expect(items.map(({ name }) => name)).toEqual(["A.txt", "B9.txt", "b10.txt", "c.txt"]);
  const [first] = items;
  expect(await failure(ada.client.call("item.position", { id: first?._id ?? "" }))).toEqual({
    status: 400,
    message: "Invalid search mode.",
  });
});

test("a selection is moved and copied", async () => {
  const [from, to] = [await newFolder(), await newFolder()];
  const folder = await newFolder(from);
  const { itemId } = await newFile(from, "a.txt");
  const resources = { folder: [folder], item: [itemId] };
  const target = { resources, parentType: "folder", parentId: to, progress: true } as const;
  expect(await ada.client.call("resource.copy", target)).toBeNull();
  expect([await itemsIn(from), await itemsIn(to)]).toEqual([["a.txt"], ["a.txt"]]);
  expect(await failure(ada.client.call("resource.move", target))).toEqual({
    status: 400,
    message: "A folder with that name already exists here.",
  });
  const elsewhere = await newFolder();
  expect(await ada.client.call("resource.move", { ...target, parentId: elsewhere })).toBeNull();
  expect([await itemsIn(from), await itemsIn(elsewhere)]).toEqual([[], ["a.txt"]]);
  expect((await ada.client.call("folder.get", { id: folder })).parentId).toBe(elsewhere);
  const toUser = { resources: { item: [itemId] }, parentType: "user" as const, parentId: ada.id };
  expect((await failure(ada.client.call("resource.move", toUser))).message).toMatch(/^Invalid parentType\./);
  expect((await failure(bob.client.call("resource.move", { ...target, parentId: elsewhere }))).status).toBe(403);
});

test("[S-API-44] an item of one file comes as its bytes, of several or by wish as an archive with its name", async () => {
  const { itemId } = await newFile(await newFolder(), "one.txt", "first");
  const download = async (more = "") => {
    const response = await server.fetch(`/api/v1/item/${itemId}/download${more}`, { token: ada.token });
    expect(response.status).toBe(200);
    return {
      type: response.headers.get("content-type"),
      disposition: response.headers.get("content-disposition"),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const plain = await download();
  expect([plain.type, plain.bytes.toString()]).toEqual(["text/plain", "first"]);
  expect(plain.disposition).toBe('attachment; filename="one.txt"');
  expect((await download("?contentDisposition=inline")).disposition).toBe('inline; filename="one.txt"');
  const wished = await download("?format=zip");
  expect([wished.type, wished.disposition]).toEqual(["application/zip", 'attachment; filename="one.txt.zip"']);
  expect(namesOf(wished.bytes)).toEqual(["one.txt/one.txt"]);
  const second = { parentType: "item", parentId: itemId, name: "two.txt" } as const;
  await ada.client.call("file.create", { ...second, size: 6, body: new TextEncoder().encode("second") });
  const both = await download();
  expect(both.type).toBe("application/zip");
  expect(namesOf(both.bytes)).toEqual(["one.txt/one.txt", "one.txt/two.txt"]);
  const stranger = await server.fetch(`/api/v1/item/${itemId}/download`, { token: bob.token });
  expect(stranger.status).toBe(403);
});

test("[S-API-44] archives: a selection comes as one archive, by address or by form, with the cookie or without", async () => {
  const id = await newFolder();
  const [left, right] = [await newFolder(id), await newFolder(id)];
  for (const parent of [left, right]) {
    const folder = await ada.client.call("folder.create", { parentId: parent, name: "same" });
    await newFile(folder._id, "a.txt");
  }
  const { itemId } = await newFile(id, "b.txt");
  await ada.client.call("item.setMetadata", { id: itemId, body: { note: "x" } });
  const folders = await Promise.all(
    [left, right].map(
      async (parentId) => (await ada.client.call("folder.list", { parentType: "folder", parentId }))[0]?._id ?? "",
    ),
  );
  await ada.client.call("folder.setMetadata", { id: folders[0] ?? "", body: { fps: 5 } });
  const resources = JSON.stringify({ folder: folders, item: [itemId] });

  const address = `/api/v1/resource/download?resources=${encodeURIComponent(resources)}`;
  const got = await server.fetch(address, { token: null, headers: { Cookie: `girderToken=${ada.token}` } });
  expect([got.status, got.headers.get("content-type"), got.headers.get("content-disposition")]).toEqual([
    200,
    "application/zip",
    'attachment; filename="Resources.zip"',
  ]);
  expect(namesOf(Buffer.from(await got.arrayBuffer()))).toEqual(["same/a.txt", "same (1)/a.txt", "b.txt"]);

  const body = new URLSearchParams({ resources, includeMetadata: "true" });
  const posted = await server.fetch("/api/v1/resource/download", { method: "POST", token: ada.token, body });
  expect(namesOf(Buffer.from(await posted.arrayBuffer()))).toEqual([
    "same/girder-folder-metadata.json",
    "same/a.txt",
    "same (1)/a.txt",
    "b.txt/girder-item-metadata.json",
    "b.txt/b.txt",
  ]);

  expect((await server.fetch(address, { token: bob.token })).status).toBe(403);
  const missing = { resources: { item: ["65f0c0ffee0c0ffee0c0ffe1"] } };
  expect(await failure(ada.client.call("resource.download", missing))).toEqual({
    status: 400,
    message: "Resource item 65f0c0ffee0c0ffee0c0ffe1 not found.",
  });
});

test("administrators read any document and set its times; others do not", async () => {
  const id = await newFolder();
  const { itemId, fileId } = await newFile(id, "old.txt");
  const documents = { folder: id, item: itemId, file: fileId, user: ada.id };
  for (const [type, one] of Object.entries(documents)) {
    expect(await server.client.call("resource.get", { id: one, type })).toMatchObject({ _id: one, _modelType: type });
    const times = { created: "2020-01-02T03:04:05.678000+00:00", updated: "2021-01-01" };
    const changed = await server.client.call("resource.setTimestamp", { id: one, type, ...times });
    expect(changed).toMatchObject({ _id: one, created: times.created });
    if (type !== "user") expect(changed).toMatchObject({ updated: "2021-01-01T00:00:00+00:00" });
  }
  const wrong = server.client.call("resource.setTimestamp", { id, type: "folder", created: "yesterday" });
  expect((await failure(wrong)).status).toBe(400);
  expect((await failure(server.client.call("resource.get", { id, type: "planet" }))).message).toContain("planet");
  const forAdministrators: RouteId[] = ["resource.get", "resource.setTimestamp"];
  for (const route of forAdministrators) {
    expect((await failure(ada.client.call(route, { id, type: "folder" } as never))).status).toBe(403);
  }
});
