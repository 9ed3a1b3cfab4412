/** Writers in another user's tree: they take nothing from its owner, and learn no private names. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { uploadFile } from "#schemas";

import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
  [ada, bob] = [await server.createUser("ada1"), await server.createUser("bob1")];
});
afterAll(() => server.close());

async function newFolder(user: TestUser, parentId?: string, name = `folder ${++count}`): Promise<string> {
  const parent =
    parentId === undefined ? { parentType: "user", parentId: user.id } : { parentType: "folder", parentId };
  return (await user.client.call("folder.create", { ...parent, name } as never))._id;
}

async function share(owner: TestUser, id: string, others: readonly { id: string; level: number }[]): Promise<void> {
  const access = JSON.stringify({ users: [{ id: owner.id, level: 2 }, ...others], groups: [] });
  await owner.client.call("folder.setAccess", { id, access });
}

async function addItem(user: TestUser, folderId: string): Promise<string> {
  const name = `item ${++count}.txt`;
  await uploadFile(user.client, { parentType: "folder", parentId: folderId, name }, new Blob(["text"]));
  return (await user.client.call("item.list", { folderId, name }))[0]?._id ?? "";
}

test("a writer moves items only to where their owners stay owners", async () => {
  const shared = await newFolder(ada);
  await share(ada, shared, [{ id: bob.id, level: 1 }]);
  const inside = await newFolder(ada, shared);
  const item = await addItem(ada, shared);
  const own = await newFolder(bob);
  const move = (folderId: string) => bob.client.call("item.update", { id: item, folderId });
  const byResource = (parentId: string) =>
    bob.client.call("resource.move", { resources: { item: [item] }, parentType: "folder", parentId });
  for (const attempt of [move, byResource]) await expect(attempt(own)).rejects.toMatchObject({ status: 403 });
  expect(await ada.client.call("item.get", { id: item })).toMatchObject({ folderId: shared });
  expect(await move(inside)).toMatchObject({ folderId: inside });
  await byResource(shared);
  await share(bob, own, [{ id: ada.id, level: 2 }]);
  expect(await move(own)).toMatchObject({ folderId: own });
});

test("a writer deletes no folder that is hidden from them, its owner deletes everything", async () => {
  const shared = await newFolder(ada);
  await share(ada, shared, [{ id: bob.id, level: 1 }]);
  const theirs = await newFolder(bob, shared);
  const hidden = await newFolder(ada, theirs, "hidden plans");
  await share(ada, hidden, []);
  for (const attempt of [
    () => bob.client.call("folder.deleteContents", { id: shared }),
    () => bob.client.call("folder.deleteContents", { id: theirs }),
    () => bob.client.call("folder.delete", { id: theirs }),
    () => bob.client.call("resource.delete", { resources: { folder: [theirs] } } as never),
  ]) {
    const refusal = await attempt().then(String, (error: unknown) => error as { status: number; message: string });
    expect(refusal).toMatchObject({ status: 403 });
    expect((refusal as { message: string }).message).not.toContain("plans");
  }
  expect(await ada.client.call("folder.get", { id: hidden })).toMatchObject({ name: "hidden plans" });
  await ada.client.call("folder.deleteContents", { id: shared });
  await expect(ada.client.call("folder.get", { id: hidden })).rejects.toMatchObject({ status: 400 });
});

test("paths neither lead through private folders nor name them", async () => {
  const shown = await newFolder(ada, await newFolder(ada, undefined, "secret name"), "shown");
  await share(ada, shown, [{ id: bob.id, level: 0 }]);
  const item = await addItem(ada, shown);
  const path = await ada.client.call("resource.path", { id: shown, type: "folder" });
  expect(path).toBe("/user/ada1/secret name/shown");
  const look = (text: string) =>
    bob.client.call("resource.lookup", { path: text }).catch((error: unknown) => (error as Error).message);
  const wrong = path.replace("secret name", "other name");
  expect(String(await look(path)).replace("secret", "x")).toBe(String(await look(wrong)).replace("other", "x"));
  for (const [type, id] of [
    ["folder", shown],
    ["item", item],
  ] as const) {
    const refusal = await bob.client
      .call("resource.path", { id, type })
      .catch((error: unknown) => error as { status: number; message: string });
    expect(refusal).toMatchObject({ status: 403 });
    expect(JSON.stringify(refusal)).not.toContain("secret");
  }
  const openly = await newFolder(ada, await newFolder(ada, undefined, "open"), "inner");
  expect(await ada.client.call("resource.lookup", { path: "/user/ada1/open/inner" })).toMatchObject({ _id: openly });
});
