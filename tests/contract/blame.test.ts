/** Blame: who set the box, the type and each attribute, in which revision. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createImageDataset } from "../support/dataset.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.createUser("ada1"), await server.createUser("bob1")];
});
afterAll(() => server.close());

interface Sketch {
  readonly type?: string;
  readonly box?: readonly number[];
  readonly sex?: string;
}

async function save(user: TestUser, folderId: string, { type = "fish", box = [0, 0, 9, 9], sex }: Sketch) {
  const attributes = sex === undefined ? {} : { sex };
  const features = [{ frame: 0, bounds: box, keyframe: true, attributes }];
  const track = { id: 4, begin: 0, end: 0, confidencePairs: [[type, 1]], attributes: {}, features };
  await user.client.call("annotation.save", { folderId, body: { tracks: { upsert: [track], delete: [] } } });
}

async function blame(folderId: string, more: object = {}) {
  const reply = await ada.client.call("annotation.blame", { folderId, trackId: 4, frames: [0], ...more });
  const authors = new Map(reply.revisions.map((each) => [each.revision, each.author_name]));
  return reply.fields.map(
    ({ path, frame, revision, isExact }) =>
      `${frame ?? "track"} ${path} ${isExact ? "" : "<="}${revision} ${authors.get(revision)}`,
  );
}

test("each value is that of the person who gave it last, at any revision", async () => {
  const id = await createImageDataset(ada.client, "blamed");
  const users = [
    { id: ada.id, level: 2 },
    { id: bob.id, level: 1 },
  ];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
  await save(ada, id, {});
  await save(bob, id, { type: "crab" });
  await save(ada, id, { type: "crab", sex: "f" });
  await save(bob, id, { type: "crab", sex: "f", box: [1, 1, 8, 8] });
  expect(await blame(id)).toEqual([
    "track confidencePairs 2 bob1",
    "0 attributes/sex 3 ada1",
    "0 bounds 4 bob1",
    "0 keyframe 1 ada1",
  ]);
  expect(await blame(id, { revision: 1 })).toEqual([
    "track confidencePairs 1 ada1",
    "0 bounds 1 ada1",
    "0 keyframe 1 ada1",
  ]);
  // Tracks that were deleted, never existed, or are in another set have no values.
  await ada.client.call("annotation.save", { folderId: id, body: { tracks: { upsert: [], delete: [4] } } });
  expect(await blame(id)).toEqual([]);
  expect(await blame(id, { trackId: 77 })).toEqual([]);
  expect(await blame(id, { set: "model" })).toEqual([]);
  await expect(blame(id, { frames: ["x"] })).rejects.toMatchObject({ status: 400 });
  await expect(blame(id, { frames: Array.from({ length: 17 }, (_, at) => at) })).rejects.toMatchObject({ status: 400 });
});

test("a long history is searched up to a limit, with a note", async () => {
  const id = await createImageDataset(ada.client, "long");
  for (let revision = 1; revision <= 104; revision += 1) await save(ada, id, { box: [0, 0, revision, 9] });
  expect(await blame(id)).toEqual(["track confidencePairs <=5 ada1", "0 bounds 104 ada1", "0 keyframe <=5 ada1"]);
});
