/** The trash: what is moved into it disappears for all users, and is restored completely. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile, type ApiClient } from "#schemas";
import { mediaLedgerOf } from "#schemas/media-ledger";

import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: ApiClient;
let ownerId: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ client: owner, id: ownerId } = await server.createUser("owner"));
});
afterAll(() => server.close());

const newFolder = async (parentId: string, name: string, parentType: "user" | "folder" = "folder"): Promise<string> =>
  (await owner.call("folder.create", { parentType, parentId, name }))._id;

async function deleteIntoTrash(id: string, client = owner): Promise<string> {
  const reply = await client.call("resource.delete", { resources: { folder: [id] }, trash: true });
  return reply?.trash[0] ?? "";
}

const listOf = (users: readonly { id: string; level: number }[]): string =>
  JSON.stringify({ users: [{ id: ownerId, level: 2 }, ...users], groups: [] });

const statusOf = async (call: Promise<unknown>): Promise<number> =>
  await call.then(
    () => 200,
    (error: unknown) => (error as { status: number }).status,
  );

test("a dataset in the trash is gone for everybody, and comes back with its annotations, rights and place", async () => {
  const { client: reader, id: readerId } = await server.createUser("trash-reader");
  const place = await newFolder(ownerId, "place", "user");
  const dataset = await createImageDataset(owner, "reef survey");
  await owner.call("folder.update", { id: dataset, parentType: "folder", parentId: place });
  const access = listOf([{ id: readerId, level: 0 }]);
  await owner.call("folder.setAccess", { id: dataset, access, public: false });
  const track = {
    id: 3,
    begin: 0,
    end: 0,
    confidencePairs: [["cod", 1]] as [string, number][],
    attributes: {},
    features: [{ frame: 0, bounds: [1, 2, 3, 4] as [number, number, number, number] }],
  };
  await owner.call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [track], delete: [] } } });
  const [item] = await owner.call("item.list", { folderId: dataset });
  const before = await owner.call("folder.get", { id: dataset });

  const entry = await deleteIntoTrash(dataset);
  for (const client of [owner, reader, server.client]) {
    expect(await statusOf(client.call("folder.get", { id: dataset }))).toBe(400);
    expect(await statusOf(client.call("item.get", { id: item?._id ?? "" }))).toBe(400);
    expect(await statusOf(client.call("annotation.tracks", { folderId: dataset }))).toBe(400);
    const found = await client.call("resource.search", { q: "reef survey", types: ["folder"] });
    expect(found.folder).toEqual([]);
    const all = await client.call("dataset.list", { limit: 50 });
    expect(all.map(({ _id }) => _id)).not.toContain(dataset);
  }
  expect(await owner.call("folder.list", { parentType: "folder", parentId: place })).toEqual([]);
  expect(await reader.call("trash.list", {})).toEqual([]);
  const [listed] = await owner.call("trash.list", {});
  expect(listed).toMatchObject({ _id: entry, folderId: dataset, name: "reef survey", isDataset: true });
  expect(listed).toMatchObject({ place: "owner/place", deletedBy: "owner" });
  expect(listed?.size).toBeGreaterThan(100);
  expect(Date.parse(listed?.ends ?? "") - Date.parse(listed?.deleted ?? "")).toBe(30 * 24 * 3_600_000);

  expect(await owner.call("trash.restore", { id: entry })).toEqual(before);
  expect(await reader.call("folder.get", { id: dataset })).toMatchObject({ name: "reef survey", _accessLevel: 0 });
  expect(await reader.call("annotation.tracks", { folderId: dataset })).toMatchObject([{ id: 3 }]);
  expect(await owner.call("trash.list", {})).toEqual([]);
});

test("a name is free once its folder is in the trash; one that comes back gets a number", async () => {
  const place = await newFolder(ownerId, "names", "user");
  const first = await newFolder(place, "a");
  const entry = await deleteIntoTrash(first);
  await newFolder(place, "a");
  const restored = await owner.call("trash.restore", { id: entry });
  expect([restored.name, restored.parentId, restored._id]).toEqual(["a (1)", place, first]);
});

test("what was in a folder that is gone comes back to the top of its space, or to one's own", async () => {
  const { client: writer, id: writerId } = await server.createUser("trash-writer");
  const place = await newFolder(ownerId, "shared", "user");
  const access = listOf([{ id: writerId, level: 1 }]);
  await owner.call("folder.setAccess", { id: place, access });
  const own = (await writer.call("folder.create", { parentId: place, name: "mine" }))._id;
  const below = (await writer.call("folder.create", { parentId: own, name: "below" }))._id;
  const byAdmin = await newFolder(place, "by the administrator");
  const second = await deleteIntoTrash(byAdmin, server.client);
  const entry = await deleteIntoTrash(own, writer);
  // The owner of the space sees it too.
  expect((await owner.call("trash.list", {})).map(({ name }) => name)).toContain("mine");
  await deleteIntoTrash(place);
  expect((await writer.call("trash.list", {})).find(({ _id }) => _id === entry)?.place).toBe(null);
  const restored = await writer.call("trash.restore", { id: entry });
  expect(restored).toMatchObject({ parentId: writerId, parentCollection: "user", baseParentId: writerId });
  // An administrator who restores does not take over another user's folder.
  expect(await server.client.call("trash.restore", { id: second })).toMatchObject({ parentId: ownerId });
  expect(await writer.call("folder.get", { id: below })).toMatchObject({ parentId: own, baseParentId: writerId });
});

test("deleted for good: by hand, with its user, and at once without the parameter", async () => {
  const { client: user, id: userId } = await server.createUser("trash-user");
  const [a, b, c] = [
    (await user.call("folder.create", { parentType: "user", parentId: userId, name: "a" }))._id,
    (await user.call("folder.create", { parentType: "user", parentId: userId, name: "b" }))._id,
    (await user.call("folder.create", { parentType: "user", parentId: userId, name: "c" }))._id,
  ];
  const entry = await deleteIntoTrash(a, user);
  expect(await user.call("trash.delete", { id: entry })).toEqual({ message: "Deleted folder a." });
  expect(await statusOf(user.call("trash.restore", { id: entry }))).toBe(400);
  expect(await user.call("folder.delete", { id: c })).toEqual({ message: "Deleted folder c." });
  expect(await user.call("folder.delete", { id: b, trash: true })).toEqual({ message: "Moved folder b to the trash." });
  await server.client.call("user.delete", { id: userId });
  const left = await server.client.call("trash.list", {});
  expect(left.map(({ folderId }) => folderId)).not.toContain(b);
});

test("a clone goes on while its source is in the trash, and a consistency check has nothing to say", async () => {
  const source = await createImageDataset(owner, "source");
  const clone = await owner.call("dataset.clone", {
    cloneId: source,
    parentFolderId: await newFolder(ownerId, "clones", "user"),
    name: "clone",
  });
  const entry = await deleteIntoTrash(source);
  expect((await owner.call("dataset.media", { id: clone._id })).imageData).toHaveLength(2);
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
  await owner.call("trash.delete", { id: entry });
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
});

test("pictures in the trash come back to their dataset as they were, those deleted together at once", async () => {
  const { client: writer, id: writerId } = await server.createUser("file-writer");
  const dataset = await createImageDataset(owner, "pictures", 3);
  await owner.call("folder.setAccess", { id: dataset, access: listOf([{ id: writerId, level: 1 }]) });
  const track = {
    id: 3,
    begin: 2,
    end: 2,
    confidencePairs: [["cod", 1]] as [string, number][],
    attributes: {},
    features: [{ frame: 2, bounds: [1, 2, 3, 4] as [number, number, number, number] }],
  };
  await owner.call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [track], delete: [] } } });
  const names = async () => (await owner.call("item.list", { folderId: dataset })).map(({ name }) => name);
  const before = await owner.call("folder.get", { id: dataset });
  const [first, second] = await owner.call("item.list", { folderId: dataset });
  const item = [first?._id ?? "", second?._id ?? ""];
  expect(await statusOf(writer.call("resource.delete", { resources: { item }, trash: true }))).toBe(403);
  expect(await statusOf(server.client.call("resource.delete", { resources: { item: [dataset] }, trash: true }))).toBe(
    400,
  );

  const reply = await owner.call("resource.delete", { resources: { item }, trash: true });
  const id = reply?.trash[0] ?? "";
  expect(reply?.trash).toEqual([id]);
  expect(await names()).toEqual(["image-2.png"]);
  const without = await owner.call("folder.get", { id: dataset });
  expect(without.size).toBe(before.size - (first?.size ?? 0) - (second?.size ?? 0));
  expect(without.meta["mediaLedger"]).toMatchObject([{ where: "image-0.png" }, { where: "image-1.png" }]);
  expect(await statusOf(owner.call("item.get", { id: item[0] ?? "" }))).toBe(400);
  const [listed] = await owner.call("trash.list", {});
  const size = (first?.size ?? 0) + (second?.size ?? 0);
  expect(listed).toMatchObject({ name: "image-0.png", files: 2, isDataset: false, size, place: "owner/pictures" });
  expect(await writer.call("trash.list", {})).toEqual([]);

  // Not while their folder is in the trash, and under another name if another file has theirs.
  const folderEntry = await deleteIntoTrash(dataset);
  await expect(owner.call("trash.restore", { id })).rejects.toThrow("is in the trash, too. Restore it first.");
  await owner.call("trash.restore", { id: folderEntry });
  const restored = await owner.call("trash.restore", { id });
  expect(restored).toEqual({ ...before, meta: { ...before.meta, mediaLedger: [] } });
  expect(await names()).toEqual(["image-0.png", "image-1.png", "image-2.png"]);
  expect(await owner.call("item.get", { id: item[0] ?? "" })).toEqual(first);

  const again = await owner.call("resource.delete", { resources: { item: [item[0] ?? ""] }, trash: true });
  await owner.call("trash.delete", { id: again?.trash[0] ?? "" });
  expect((await owner.call("trash.list", {})).filter(({ files }) => files > 0)).toEqual([]);
  expect(await names()).toEqual(["image-1.png", "image-2.png"]);
});

const idsIn = async (folderId: string): Promise<string[]> =>
  (await owner.call("item.list", { folderId })).map(({ _id }) => _id);

async function deleteFiles(item: readonly string[], client = owner): Promise<string> {
  const reply = await client.call("resource.delete", { resources: { item: [...item] }, trash: true });
  return reply?.trash[0] ?? "";
}

test("many pictures that go to the trash together are one note, on the dataset and on its clones, until they come back", async () => {
  const dataset = await createImageDataset(owner, "many pictures", 23);
  const track = {
    id: 3,
    begin: 22,
    end: 22,
    confidencePairs: [["cod", 1]] as [string, number][],
    attributes: {},
    features: [{ frame: 22, bounds: [1, 2, 3, 4] as [number, number, number, number] }],
  };
  await owner.call("annotation.save", { folderId: dataset, body: { tracks: { upsert: [track], delete: [] } } });
  const parentFolderId = await newFolder(ownerId, "clones of many", "user");
  const { _id: clone } = await owner.call("dataset.clone", { cloneId: dataset, parentFolderId, name: "clone" });
  const notes = async () => {
    const of = async (id: string) => mediaLedgerOf((await owner.call("folder.get", { id })).meta);
    return [...(await of(dataset)), ...(await of(clone))].filter(({ what }) => what === "changed");
  };
  const items = await idsIn(dataset);
  const id = await deleteFiles(items.slice(1, 22));
  const why = expect.stringMatching(/^are no longer in the dataset. Annotations from frame 1 on kept/) as string;
  const next = expect.stringContaining("trash") as string;
  const ofClone = expect.stringContaining("Ask the owner") as string;
  expect(await notes()).toEqual([
    { what: "changed", where: "21 pictures", why, next },
    { what: "changed", where: "21 pictures", why, next: ofClone },
  ]);
  await owner.call("trash.restore", { id });
  expect([await notes(), (await idsIn(dataset)).length]).toEqual([[], 23]);

  // A few are named, each with its place among those that stay.
  const few = await deleteFiles(items.slice(0, 2));
  expect((await notes()).map(({ where }) => where)).toEqual(Array(2).fill(["image-0.png", "image-1.png"]).flat());
  await owner.call("trash.restore", { id: few });
  expect(await notes()).toEqual([]);
});

test("files whose folder is deleted for good come back in a folder of their own", async () => {
  const dataset = await createImageDataset(owner, "deleted for good");
  const items = await idsIn(dataset);
  const id = await deleteFiles(items);
  await owner.call("folder.delete", { id: dataset });
  const restored = await owner.call("trash.restore", { id });
  expect(restored).toMatchObject({ name: "image-0.png", parentId: ownerId, parentCollection: "user" });
  expect(await idsIn(restored._id)).toEqual(items);
  expect(await server.server.services.consistency.findInconsistencies()).toEqual([]);
});

test("rights to files in the trash are those to their folder now, wherever it was moved", async () => {
  const { client: helper, id: helperId } = await server.createUser("trash-helper");
  const { client: heir, id: heirId } = await server.createUser("trash-heir");
  const dataset = await createImageDataset(owner, "handed on");
  await owner.call("folder.setAccess", { id: dataset, access: listOf([{ id: helperId, level: 2 }]) });
  const id = await deleteFiles((await idsIn(dataset)).slice(0, 1), helper);
  expect(await helper.call("trash.list", {})).toMatchObject([{ _id: id }]);
  await owner.call("folder.setAccess", { id: dataset, access: listOf([]) });
  expect(await helper.call("trash.list", {})).toEqual([]);
  expect(await statusOf(helper.call("trash.restore", { id }))).toBe(403);
  expect(await statusOf(helper.call("trash.delete", { id }))).toBe(403);
  // Users who may write there may restore, and not delete.
  await owner.call("folder.setAccess", { id: dataset, access: listOf([{ id: helperId, level: 1 }]) });
  expect(await statusOf(helper.call("trash.delete", { id }))).toBe(403);
  await server.client.call("folder.update", { id: dataset, parentType: "user", parentId: heirId });
  expect((await owner.call("trash.list", {})).map(({ _id }) => _id)).not.toContain(id);
  expect(await heir.call("trash.list", {})).toMatchObject([{ _id: id, place: "trash-heir/handed on" }]);
  expect(await helper.call("trash.restore", { id })).toMatchObject({ _id: dataset });
});

test("a file goes to the trash next to a folder of its name, and that folder is left alone when the file comes back", async () => {
  const dataset = await createImageDataset(owner, "same names");
  const metadata = { fps: 1, type: "image-sequence" };
  const { _id: below } = await owner.call("folder.create", { parentId: dataset, name: "twin.txt", metadata });
  const file = new Blob(["text"]);
  const { itemId } = await uploadFile(owner, { parentType: "folder", parentId: dataset, name: "twin.txt" }, file);
  const [picture] = await owner.call("item.list", { folderId: dataset });
  await owner.call("item.update", { id: picture?._id ?? "", folderId: below });
  const id = await deleteFiles([itemId]);
  expect((await owner.call("trash.list", {}))[0]).toMatchObject({ _id: id, name: "twin.txt" });
  await owner.call("trash.restore", { id });
  expect((await owner.call("item.get", { id: itemId })).name).toBe("twin.txt");
  // An upload into the folder below may still be going on.
  expect((await owner.call("folder.get", { id: below })).meta["annotate"]).toBeUndefined();
});
