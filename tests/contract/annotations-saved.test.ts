/**
 * `annotations_saved`: only readers of a dataset are notified who saved what in it. With two servers: `tests/failures`.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { uploadFile } from "#schemas";
import { createImageDataset } from "../support/dataset.ts";
import { readEvents, type EventReader } from "../support/event-reader.ts";
import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
const readers: { close(): void }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob, eve] = [await server.createUser("ada1"), await server.createUser("bob1"), await server.createUser("eve1")];
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server.close();
});

async function listen({ token }: TestUser): Promise<EventReader> {
  const path = "/api/v1/notification/stream?since=1e12&timeout=300";
  const reader = await readEvents((signal) => server.fetch(path, { token, signal }));
  readers.push(reader);
  return reader;
}

/** With read access by default. */
async function share(id: string, user: TestUser, level = 0): Promise<void> {
  const users = [{ id: ada.id, level: 2 }, ...(level < 0 ? [] : [{ id: user.id, level }])];
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }) });
}

const track = (id: number) => ({
  id,
  begin: 0,
  end: 0,
  confidencePairs: [["fish", 1]],
  features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
});

async function save(user: TestUser, folderId: string, ids: readonly number[], more: object = {}): Promise<void> {
  const body = { tracks: { upsert: ids.map(track), delete: [] }, ...more };
  await user.client.call("annotation.save", { folderId, body });
}

test("a reader hears who saved what; a stranger hears nothing, nor does who may not read it any more", async () => {
  const id = await createImageDataset(ada.client, "shared");
  await share(id, bob);
  const reader = await listen(bob);
  const stranger = await listen(eve);
  await save(ada, id, [0, 1]);
  await save(ada, id, [1], { set: "second", saveId: "once" });
  // The same save, sent again: no second message.
  await save(ada, id, [1], { set: "second", saveId: "once" });
  // No change: no message.
  await save(ada, id, []);
  const events = await reader.next(2);
  expect(events[0]).toEqual({
    _girderTime: expect.any(Number) as number,
    _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    type: "annotations_saved",
    data: {
      datasetId: id,
      set: "",
      revision: 1,
      authorId: ada.id,
      authorName: "ada1",
      additions: 2,
      deletions: 0,
      description: "save",
    },
    time: expect.stringMatching(/^\d{4}-.*\+00:00$/) as string,
    updated: events[0]?.["time"],
    expires: expect.stringMatching(/^\d{4}-.*\+00:00$/) as string,
    startTime: expect.closeTo(Date.now() / 1000, -2) as number,
    updatedTime: events[0]?.["startTime"],
    userId: bob.id,
  });
  expect(events[1]).toMatchObject({ data: { set: "second", revision: 2, additions: 1 } });

  await share(id, bob, -1);
  await save(ada, id, [3]);
  // The next event that each of them receives is about their own dataset: everything before was withheld.
  for (const [user, stream] of [
    [bob, reader],
    [eve, stranger],
  ] as const) {
    const own = await createImageDataset(user.client, "own");
    await save(user, own, [0]);
    expect((await stream.next(1))[0]).toMatchObject({ type: "annotations_saved", data: { datasetId: own } });
  }
});

test("an import and going back are announced as well, also over a WebSocket", async () => {
  const id = await createImageDataset(ada.client, "imported");
  await share(id, bob);
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/notifications/me?token=${bob.token}`);
  readers.push({ close: () => socket.terminate() });
  await new Promise((resolve) => socket.on("open", resolve));
  const frames: unknown[] = [];
  socket.on("message", (data) => frames.push(JSON.parse((data as Buffer).toString())));
  const row = "0,image-0.png,0,1,1,9,9,0.9,-1,fish,0.9\n";
  await uploadFile(ada.client, { parentType: "folder", parentId: id, name: "a.csv" }, new Blob([row]));
  await ada.client.call("rpc.postprocess", { id, skipJobs: true });
  await ada.client.call("annotation.rollback", { folderId: id, revision: 0 });
  await expect.poll(() => frames.length).toBe(2);
  expect(frames).toMatchObject([
    {
      type: "annotations_saved",
      data: { datasetId: id, revision: 1, description: "Import VIAME_CSV from a.csv", additions: 1 },
    },
    { data: { datasetId: id, revision: 2, description: "Rollback to revision 0", additions: 0, deletions: 1 } },
  ]);
});
