/** Requests of pages whose users save as they go: changes since a revision, and where others are. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { readEvents } from "../support/event-reader.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.createUser("ada1"), await server.createUser("bob1")];
});
afterAll(() => server.close());

const track = (id: number, type = "fish") => ({
  id,
  begin: 0,
  end: 0,
  confidencePairs: [[type, 1]],
  features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
});

const save = (folderId: string, body: object) => ada.client.call("annotation.save", { folderId, body });

test("changes since a revision are net changes: written, deleted, or neither if both happened", async () => {
  const folderId = await createImageDataset(ada.client, "changes");
  await save(folderId, { tracks: { upsert: [track(0), track(1), track(2)], delete: [] } });
  await save(folderId, { tracks: { upsert: [track(1, "crab"), track(3)], delete: [0] } });
  await save(folderId, { tracks: { upsert: [track(9)], delete: [] }, set: "second" });
  await save(folderId, { tracks: { upsert: [], delete: [3] } });
  const since = async (revision: number, set?: string) => {
    const { revision: head, changes } = await ada.client.call("annotation.changes", { folderId, since: revision, set });
    const written = (changes?.tracks.upsert ?? []) as ReturnType<typeof track>[];
    return [head, written.map(({ id, confidencePairs }) => `${id} ${confidencePairs[0]?.[0]}`), changes?.tracks.delete];
  };
  expect(await since(1)).toEqual([4, ["1 crab"], [0, 3]]);
  expect(await since(3)).toEqual([4, [], [3]]);
  expect(await since(4)).toEqual([4, [], []]);
  expect(await since(1, "second")).toEqual([4, ["9 fish"], []]);
  await expect(since(-1)).rejects.toMatchObject({ status: 400 });
});

test("too many changes are not listed: everything is to be read", async () => {
  const folderId = await createImageDataset(ada.client, "many");
  const upsert = Array.from({ length: 501 }, (_, id) => track(id));
  await save(folderId, { tracks: { upsert, delete: [] } });
  expect(await ada.client.call("annotation.changes", { folderId, since: 0 })).toEqual({ revision: 1 });
});

test("few changes that are large are not listed either", async () => {
  const folderId = await createImageDataset(ada.client, "large");
  const features = (text: string) => [{ frame: 0, bounds: [0, 0, 1, 1], attributes: { text } }];
  const upsert = [0, 1, 2, 3, 4].map((id) => ({ ...track(id), features: features("x".repeat(900_000)) }));
  await save(folderId, { tracks: { upsert, delete: [] } });
  expect(await ada.client.call("annotation.changes", { folderId, since: 0 })).toEqual({ revision: 1 });
  await save(folderId, { tracks: { upsert: upsert.slice(0, 4), delete: [4] } });
  const { changes } = await ada.client.call("annotation.changes", { folderId, since: 1 });
  expect(changes?.tracks.upsert).toHaveLength(4);
});

test("a flood of messages of one person is not passed on; saves are", async () => {
  const id = await createImageDataset(ada.client, "flood");
  const path = "/api/v1/notification/stream?since=1e12&timeout=300";
  const reader = await readEvents((signal) => server.fetch(path, { token: ada.token, signal }));
  const sent = 80;
  const tell = (frame: number) => ada.client.call("dataset.presence", { id, body: { page: "one", frame } });
  await Promise.all(Array.from({ length: sent }, (_, frame) => tell(frame)));
  await save(id, { tracks: { upsert: [track(0)], delete: [] } });
  const types: unknown[] = [];
  while (types.at(-1) !== "annotations_saved") types.push((await reader.next(1))[0]?.["type"]);
  reader.close();
  expect(types.length).toBeGreaterThan(1);
  expect(types.length).toBeLessThan(sent);
});

test("others who may read a dataset hear where a person is in it; the answer has the newest revision", async () => {
  const id = await createImageDataset(ada.client, "presence");
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level: 0 },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  await save(id, { tracks: { upsert: [track(0)], delete: [] } });
  const path = "/api/v1/notification/stream?since=1e12&timeout=300";
  const reader = await readEvents((signal) => server.fetch(path, { token: ada.token, signal }));
  // Reading is enough to be there.
  const body = { page: "one", frame: 3, tracks: [0] };
  expect(await bob.client.call("dataset.presence", { id, body })).toEqual({ revision: 1 });
  const [event] = await reader.next(1);
  reader.close();
  expect(event).toMatchObject({
    type: "presence",
    data: { datasetId: id, userId: bob.id, login: "bob1", set: "", camera: null, isGone: false, ...body },
  });
  const long = { page: "x".repeat(201) };
  await expect(bob.client.call("dataset.presence", { id, body: long })).rejects.toMatchObject({ status: 400 });
});
