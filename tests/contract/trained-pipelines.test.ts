/** Pipelines trained by users: who sees them, and who may delete them (api-v1 16.5, 17.1). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { ApiError, type Pipe, uploadFile } from "#schemas";

import { startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer({ workerQueues: ["convert"] });
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
  return 200;
}

/** As left by a training. */
async function createModel(user: TestUser, name: string, mark: unknown = true): Promise<string> {
  const metadata = { trained_pipeline: mark, trained_on: "reef" };
  const { _id } = await user.client.call("folder.create", { parentType: "user", parentId: user.id, name, metadata });
  for (const file of ["detector.pipe", "tracker.pipe", "embedded_detector.pipe", "trained.pipe", "model.zip"]) {
    await uploadFile(user.client, { parentType: "folder", parentId: _id, name: file }, new Blob(["config"]));
  }
  return _id;
}

const seenBy = async ({ client }: TestUser): Promise<Pipe[] | undefined> =>
  (await client.call("configuration.pipelines", {}))["trained"]?.pipes;

test("[S-API-14 with trained pipelines] they are listed for those who can read them, as clients know pipelines", async () => {
  const id = await createModel(ada, "Scallops");
  await createModel(ada, "Half done", false);
  await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: '"trained_pipeline":true' });
  const facts = { type: "trained", folderId: id, ownerLogin: "ada1", ownerId: ada.id };
  const expected = [
    { name: "Scallops detector", pipe: "detector.pipe", ...facts },
    { name: "Scallops tracker", pipe: "tracker.pipe", ...facts },
    { name: "Scallops", pipe: "trained.pipe", ...facts },
  ];
  expect(await seenBy(ada)).toEqual(expected);
  expect(await seenBy(bob)).toBeUndefined();
  const access = {
    users: [
      { id: ada.id, level: 2 },
      { id: bob.id, level: 0 },
    ],
    groups: [],
  };
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify(access) });
  expect(await seenBy(bob)).toEqual(expected);
  await ada.client.call("folder.delete", { id });
});

test("[S-API-40] deleting one is deleting its folder, which takes an administrator of that", async () => {
  const [doomed, kept] = [await createModel(ada, "Doomed"), await createModel(ada, "Kept")];
  const access = {
    users: [
      { id: ada.id, level: 2 },
      { id: bob.id, level: 1 },
    ],
    groups: [],
  };
  for (const id of [doomed, kept]) await ada.client.call("folder.setAccess", { id, access: JSON.stringify(access) });
  expect(await seenBy(bob)).toHaveLength(6);
  // As on the models page: deletes the folder named in the list.
  const remove = (token: string | null) => server.fetch(`/api/v1/folder/${doomed}`, { method: "DELETE", token });
  expect([(await remove(null)).status, (await remove(bob.token)).status]).toEqual([401, 403]);
  expect(await seenBy(ada)).toHaveLength(6);
  expect((await remove(ada.token)).status).toBe(200);
  for (const user of [ada, bob]) expect((await seenBy(user))?.map((pipe) => pipe.folderId)).toEqual([kept, kept, kept]);
  expect(await statusOf(ada.client.call("folder.get", { id: doomed }))).toBe(400);
  await ada.client.call("folder.delete", { id: kept });
  expect(await ada.client.call("configuration.pipelines", {})).toEqual({});
});

test("[S-PERM-03] people rename, share and delete the models that they own, and switch their own queue only", async () => {
  const [own, other] = [await createModel(bob, "Mine"), await createModel(ada, "Hers")];
  const { client, id } = bob;
  await client.call("folder.update", { id: own, name: "My scallops" });
  expect(await seenBy(bob)).toMatchObject([{ name: "My scallops detector" }, {}, {}]);
  const access = JSON.stringify({
    users: [
      { id, level: 2 },
      { id: ada.id, level: 0 },
    ],
    groups: [],
  });
  await client.call("folder.setAccess", { id: own, access });
  expect(await seenBy(ada)).toHaveLength(6);
  for (const refused of [
    () => client.call("folder.update", { id: other, name: "Mine too" }),
    () => client.call("folder.setAccess", { id: other, access }),
    () => client.call("folder.delete", { id: other }),
    () => client.call("user.usePrivateQueue", { id: ada.id, privateQueueEnabled: true }),
  ]) {
    expect(await statusOf(refused())).toBe(403);
  }
  await client.call("folder.delete", { id: own });
  expect(await seenBy(bob)).toBeUndefined();

  const enabled = async () => (await client.call("user.usePrivateQueue", { id })).user_private_queue_enabled;
  expect(await enabled()).toBe(false);
  await client.call("user.usePrivateQueue", { id, privateQueueEnabled: true });
  expect(await enabled()).toBe(true);
  expect((await client.call("user.me", {}))?.user_private_queue_enabled).toBe(true);
  await client.call("user.usePrivateQueue", { id, privateQueueEnabled: false });
  expect(await enabled()).toBe(false);
});
