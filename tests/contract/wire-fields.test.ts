/** Members of documents that clients read by name. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("adele");
});
afterAll(() => server.close());

test("[S-DATA-06] [S-DATA-04 when published, or a clone] a folder has its name, place, bytes, visibility, owner, and the media that a clone refers to", async () => {
  const source = await createImageDataset(ada.client, "reef");
  await ada.client.call("folder.setMetadata", { id: source, body: { published: true } });
  const [own] = await ada.client.call("folder.list", { parentType: "user", parentId: ada.id });
  const clone = await ada.client.call("dataset.clone", { cloneId: source, parentFolderId: own!._id, name: "Copy" });
  const listed = await ada.client.call("dataset.list", {});
  const dataset = listed.find(({ _id }) => _id === source);
  expect(dataset).toMatchObject({
    _id: source,
    name: "reef",
    public: false,
    _modelType: "folder",
    meta: { published: true },
    parentId: ada.id,
    parentCollection: "user",
    ownerLogin: "adele",
  });
  expect(dataset?.size).toBeGreaterThan(0);
  expect(dataset?.meta["annotate"]).toBeTruthy();
  expect(dataset).not.toHaveProperty("foreign_media_id");
  expect(await ada.client.call("folder.get", { id: clone._id })).toMatchObject({
    name: "Copy",
    foreign_media_id: source,
    parentId: own!._id,
    parentCollection: "folder",
  });
});

test("[S-DATA-07] a user has a login, names, an address, and says whether jobs wait for a private queue", async () => {
  await ada.client.call("user.usePrivateQueue", { id: ada.id, privateQueueEnabled: true });
  const me = await ada.client.call("user.me", {});
  expect(me).toMatchObject({
    _id: ada.id,
    login: "adele",
    firstName: "Test",
    lastName: "adele",
    email: "adele@example.org",
    admin: false,
    user_private_queue_enabled: true,
  });
  expect(Number.isNaN(Date.parse(me?.created ?? ""))).toBe(false);
});

test("[S-DATA-11] a label summary has the type, the datasets that have it by id and name, how many tracks, and where they begin", async () => {
  const folderId = await createImageDataset(ada.client, "sand");
  const track = (id: number, begin: number) => ({
    id,
    begin,
    end: begin,
    confidencePairs: [["urchin", 1]],
    attributes: {},
    features: [{ frame: begin, bounds: [1, 1, 5, 5], keyframe: true }],
  });
  await ada.client.call("annotation.save", {
    folderId,
    body: { tracks: { upsert: [track(0, 7), track(1, 3)] } } as never,
  });
  expect(await ada.client.call("annotation.labels", { own: true })).toEqual([
    { _id: "urchin", count: 2, datasets: [{ id: folderId, name: "sand", firstFrame: 3 }] },
  ]);
  const customTypeStyling = { urchin: { color: "#E599f7" } };
  await ada.client.call("dataset.update", { id: folderId, body: { customTypeStyling } });
  const [colored] = await ada.client.call("annotation.labels", { own: true });
  expect(colored?.datasets).toEqual([{ id: folderId, name: "sand", firstFrame: 3, color: "#E599f7" }]);
});
