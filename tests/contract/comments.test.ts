/** Comments on datasets: who may write, change and delete them, whom they notify, and what preserves them. */
import { afterAll, beforeAll, expect, test } from "vitest";

import type { ApiClient } from "#schemas";

import { createImageDataset } from "../support/dataset.ts";
import { readEvents } from "../support/event-reader.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
let owner: ApiClient;
let writer: ApiClient;
let reader: ApiClient;
let readerToken: string;
let ids: Record<"owner" | "writer" | "reader", string>;
beforeAll(async () => {
  server = await startTestServer();
  const people = await Promise.all(
    ["comment-owner", "comment-writer", "comment-reader"].map((l) => server.createUser(l)),
  );
  [owner, writer, reader] = people.map(({ client }) => client) as [ApiClient, ApiClient, ApiClient];
  readerToken = people[2]?.token ?? "";
  const [ownerId = "", writerId = "", readerId = ""] = people.map(({ id }) => id);
  ids = { owner: ownerId, writer: writerId, reader: readerId };
});
afterAll(() => server.close());

async function sharedDataset(name: string): Promise<string> {
  const id = await createImageDataset(owner, name);
  const users = [
    { id: ids.owner, level: 2 },
    { id: ids.writer, level: 1 },
    { id: ids.reader, level: 0 },
  ];
  await owner.call("folder.setAccess", { id, access: JSON.stringify({ users, groups: [] }), public: false });
  return id;
}

const failureOf = async (call: Promise<unknown>): Promise<{ status: number; message: string }> => {
  try {
    await call;
  } catch (error) {
    return error as { status: number; message: string };
  }
  throw new Error("the call succeeded");
};

test("a thread on a track is read by all who can read, replied to, resolved, and reopened by a reply", async () => {
  const id = await sharedDataset("commented");
  const anchor = { track: 3, frame: 1, x: 10.5, y: 20 };
  const thread = await writer.call("comment.create", { id, body: { text: "  Is this a cod?\n", anchor } });
  expect(thread).toMatchObject({ text: "Is this a cod?", anchor, authorLogin: "comment-writer" });
  expect(thread.threadId).toBe(thread._id);

  const reply = await owner.call("comment.create", { id, body: { text: "A ling.", threadId: thread._id } });
  expect(reply).not.toHaveProperty("anchor");
  // A reply to a reply belongs to the same thread.
  const second = await writer.call("comment.create", { id, body: { text: "Right.", threadId: reply._id } });
  expect(second.threadId).toBe(thread._id);
  expect((await reader.call("comment.list", { id })).map(({ text }) => text)).toEqual([
    "Is this a cod?",
    "A ling.",
    "Right.",
  ]);

  const resolved = await owner.call("comment.update", { id, commentId: thread._id, body: { resolved: true } });
  expect(resolved.resolved).toMatchObject({ byLogin: "comment-owner" });
  await writer.call("comment.create", { id, body: { text: "Or not?", threadId: thread._id } });
  expect((await reader.call("comment.list", { id }))[0]).not.toHaveProperty("resolved");

  const edited = await writer.call("comment.update", { id, commentId: second._id, body: { text: "Right!" } });
  expect(edited).toMatchObject({ text: "Right!", edited: expect.any(String) as string });
});

test("readers cannot write, no one changes another's text, and a thread with others' replies is not its author's", async () => {
  const id = await sharedDataset("guarded");
  const denied = await failureOf(reader.call("comment.create", { id, body: { text: "Hello" } }));
  expect(denied.status).toBe(403);
  const { _id: threadId } = await writer.call("comment.create", { id, body: { text: "Hello" } });
  const { _id: replyId } = await owner.call("comment.create", { id, body: { text: "Hi", threadId } });

  const foreign = await failureOf(owner.call("comment.update", { id, commentId: threadId, body: { text: "Bye" } }));
  expect(foreign).toMatchObject({ status: 403, message: expect.stringContaining("comment-writer") as string });
  const part = await failureOf(owner.call("comment.update", { id, commentId: replyId, body: { resolved: true } }));
  expect(part.message).toContain("whole thread");
  for (const commentId of [threadId, replyId]) {
    expect((await failureOf(writer.call("comment.delete", { id, commentId }))).status).toBe(403);
  }
  const other = await sharedDataset("other");
  expect((await failureOf(owner.call("comment.delete", { id: other, commentId: threadId }))).status).toBe(404);
  await owner.call("comment.delete", { id, commentId: threadId });
  expect(await owner.call("comment.list", { id })).toEqual([]);
  const gone = await failureOf(writer.call("comment.create", { id, body: { text: "Still?", threadId } }));
  expect(gone).toMatchObject({ status: 404, message: expect.stringContaining("deleted") as string });
});

test("people who are mentioned and can read the dataset are notified once, with the text", async () => {
  const id = await sharedDataset("mentions");
  const { client: stranger } = await server.createUser("comment-stranger");
  const mentionsOf = async (client: ApiClient) =>
    (await client.call("notification.list", {}))
      .filter(({ type }) => type === "comment_mention")
      .map(({ data }) => data as Record<string, unknown>)
      .filter(({ datasetId }) => datasetId === id);
  const text = "@comment-reader @Comment-Writer @comment-stranger @comment-owner look";
  const { _id } = await owner.call("comment.create", { id, body: { text } });
  expect(await mentionsOf(reader)).toMatchObject([{ commentId: _id, authorLogin: "comment-owner", text }]);
  expect(await mentionsOf(writer)).toHaveLength(1);
  expect(await mentionsOf(stranger)).toEqual([]);
  expect(await mentionsOf(owner)).toEqual([]);
  await owner.call("comment.update", { id, commentId: _id, body: { text: `${text} again` } });
  expect(await mentionsOf(reader)).toHaveLength(1);
});

test("clones and copies keep the threads under ids of their own; deleting the dataset deletes its comments", async () => {
  const id = await sharedDataset("kept");
  const { _id: threadId } = await owner.call("comment.create", { id, body: { text: "Which?", anchor: { track: 1 } } });
  await writer.call("comment.create", { id, body: { text: "This", threadId } });
  await owner.call("comment.update", { id, commentId: threadId, body: { resolved: true } });
  const before = await owner.call("comment.list", { id });

  const folders = await owner.call("folder.list", { parentType: "user", parentId: ids.owner });
  const parentFolderId = folders[0]?._id ?? "";
  const clone = await owner.call("dataset.clone", { cloneId: id, parentFolderId, name: "clone of kept" });
  const copy = await owner.call("folder.copy", { id });
  for (const { _id: other } of [clone, copy]) {
    const comments = await owner.call("comment.list", { id: other });
    const [first, reply] = comments;
    expect(first?._id).not.toBe(threadId);
    expect(reply?.threadId).toBe(first?._id);
    const withoutIds = (list: typeof before) => list.map(({ _id, threadId: _, ...rest }) => rest);
    expect(withoutIds(comments)).toEqual(withoutIds(before));
  }
  await owner.call("folder.delete", { id: clone._id });
  expect(await owner.call("comment.list", { id })).toEqual(before);
});

test("readers of the dataset hear that its comments changed, and no one else does", async () => {
  const id = await sharedDataset("live");
  const onlooker = await server.createUser("comment-onlooker");
  const path = "/api/v1/notification/stream?since=1e12&timeout=300";
  const listen = (token: string) => readEvents((signal) => server.fetch(path, { token, signal }));
  const [heard, overheard] = [await listen(readerToken), await listen(onlooker.token)];
  const { _id } = await owner.call("comment.create", { id, body: { text: "Look" } });
  await owner.call("comment.update", { id, commentId: _id, body: { resolved: true } });
  await owner.call("comment.delete", { id, commentId: _id });
  const events = await heard.next(3);
  expect(events).toMatchObject(
    Array.from({ length: 3 }, () => ({ type: "comments_changed", data: { datasetId: id, authorId: ids.owner } })),
  );
  expect(overheard.frames).toEqual([]);
  heard.close();
  overheard.close();
});
