/** Groups in access lists, and keys for scripts (api-v1 4.3 and 11). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let eve: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
  eve = await server.createUser("eve1");
});
afterAll(() => server.close());

async function privateFolder(name: string): Promise<string> {
  const folder = { parentType: "user", parentId: ada.id, name, public: false } as const;
  return (await ada.client.call("folder.create", folder))._id;
}

const share = (id: string, groups: readonly { id: string; level: number }[]) =>
  ada.client.call("folder.setAccess", {
    id,
    access: JSON.stringify({ users: [{ id: ada.id, level: 2 }], groups }),
    public: false,
  });

test("a member of a group has the group's rights, until it leaves", async () => {
  const group = await ada.client.call("group.create", { name: "divers", description: "who dive" });
  expect(group).toMatchObject({ _modelType: "group", _accessLevel: 2, name: "divers", public: false });
  const folderId = await privateFolder("shared with divers");
  await share(folderId, [{ id: group._id, level: 1 }]);
  await expect(bob.client.call("folder.get", { id: folderId })).rejects.toMatchObject({ status: 403 });

  await ada.client.call("group.invite", { id: group._id, userId: bob.id });
  // An invitation gives no rights yet.
  await expect(bob.client.call("folder.get", { id: folderId })).rejects.toMatchObject({ status: 403 });
  expect(await bob.client.call("user.me", {})).toMatchObject({ groups: [], groupInvites: [{ groupId: group._id }] });
  await bob.client.call("group.join", { id: group._id });
  expect(await bob.client.call("folder.get", { id: folderId })).toMatchObject({ _accessLevel: 1 });
  expect(await bob.client.call("user.me", {})).toMatchObject({ groups: [group._id], groupInvites: [] });
  const { users, groups } = await ada.client.call("folder.access", { id: folderId });
  expect(users.map(({ login }) => login)).toEqual(["ada1"]);
  expect(groups).toEqual([{ id: group._id, level: 1, flags: [], name: "divers", description: "who dive" }]);
  const shared = await bob.client.call("folder.shared", {});
  expect(shared.map(({ _id }) => _id)).toContain(folderId);

  await bob.client.call("group.removeMember", { id: group._id });
  await expect(bob.client.call("folder.get", { id: folderId })).rejects.toMatchObject({ status: 403 });
});

test("an own entry and a group's: the better one counts; a deleted group disappears", async () => {
  const group = await ada.client.call("group.create", { name: "writers" });
  await server.client.call("group.invite", { id: group._id, userId: bob.id, force: true });
  const id = await privateFolder("mixed");
  const users = [
    { id: ada.id, level: 2, flags: [] },
    { id: bob.id, level: 0, flags: [] },
  ];
  const access = { users, groups: [{ id: group._id, level: 1, flags: [] }] };
  await ada.client.call("folder.setAccess", { id, access: JSON.stringify(access), public: false });
  expect(await bob.client.call("folder.get", { id })).toMatchObject({ _accessLevel: 1 });
  await ada.client.call("group.delete", { id: group._id });
  expect(await bob.client.call("folder.get", { id })).toMatchObject({ _accessLevel: 0 });
  expect((await ada.client.call("folder.access", { id })).groups).toEqual([]);
});

test("who may do what in a group", async () => {
  const { _id: id } = await ada.client.call("group.create", { name: "closed circle" });
  const closed = [
    () => eve.client.call("group.get", { id }),
    () => eve.client.call("group.join", { id }),
    () => eve.client.call("group.members", { id }),
    () => eve.client.call("group.update", { id, name: "mine" }),
    () => eve.client.call("group.invite", { id, userId: eve.id }),
    () => eve.client.call("group.addAdmin", { id, userId: eve.id }),
    () => eve.client.call("group.delete", { id }),
  ];
  for (const call of closed) await expect(call()).rejects.toMatchObject({ status: 403 });
  await expect(clientOf(server.url).call("group.get", { id })).rejects.toMatchObject({ status: 401 });
  expect((await eve.client.call("group.list", {})).map(({ name }) => name)).not.toContain("closed circle");

  // Asking to join gives no rights; the invitation that accepts it does.
  await ada.client.call("group.update", { id, public: true });
  expect(await eve.client.call("group.join", { id })).toMatchObject({ _accessLevel: 0 });
  expect(await eve.client.call("group.members", { id })).toHaveLength(1);
  expect(await ada.client.call("group.get", { id })).toMatchObject({ requests: [{ id: eve.id, login: "eve1" }] });
  await ada.client.call("group.invite", { id, userId: eve.id });
  expect((await eve.client.call("group.members", { id })).map(({ login }) => login)).toEqual(["ada1", "eve1"]);
  await expect(eve.client.call("group.addModerator", { id, userId: eve.id })).rejects.toMatchObject({ status: 403 });
  await ada.client.call("group.addModerator", { id, userId: eve.id });
  // A moderator may invite members, but may neither promote users nor add them without their consent.
  await expect(eve.client.call("group.invite", { id, userId: bob.id, level: 2 })).rejects.toMatchObject({
    status: 403,
  });
  await expect(eve.client.call("group.invite", { id, userId: bob.id, force: true })).rejects.toMatchObject({
    status: 403,
  });
  await eve.client.call("group.invite", { id, userId: bob.id });
  expect((await ada.client.call("group.invitations", { id })).map(({ login }) => login)).toEqual(["bob1"]);
  await expect(eve.client.call("group.removeMember", { id, userId: ada.id })).rejects.toMatchObject({ status: 403 });
  await ada.client.call("group.removeModerator", { id, userId: eve.id });
  await expect(eve.client.call("group.update", { id, name: "x" })).rejects.toMatchObject({ status: 403 });
});

test("names are unique; search finds groups", async () => {
  await ada.client.call("group.create", { name: "Reef Watch", public: true });
  await expect(bob.client.call("group.create", { name: "Reef Watch" })).rejects.toMatchObject({
    status: 400,
    reply: { type: "validation", field: "name" },
  });
  const found = await bob.client.call("resource.search", { q: "reef", types: ["group", "user"] });
  expect(found.group?.map(({ name }) => name)).toEqual(["Reef Watch"]);
  expect(found.user).toEqual([]);
  const exact = await bob.client.call("group.list", { text: "Reef", exact: true });
  expect(exact).toEqual([]);
});

test("a key signs a script in, is shown once, and its sessions end with it", async () => {
  const made = await ada.client.call("apiKey.create", { name: "nightly import", tokenDuration: 2 });
  expect(made.key).toMatch(/^[A-Za-z0-9]{40}$/);
  const { authToken, user } = await clientOf(server.url).call("apiKey.signIn", { key: made.key });
  expect(user).toEqual({ _id: ada.id });
  const hours = (Date.parse(authToken.expires) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(47);
  expect(hours).toBeLessThan(48.1);
  expect(await clientOf(server.url, authToken.token).call("user.me", {})).toMatchObject({ login: "ada1" });
  const [listed] = await ada.client.call("apiKey.list", {});
  expect(listed).toMatchObject({ name: "nightly import", key: `${made.key.slice(0, 4)}…` });
  expect(listed?.lastUse).not.toBeNull();
  expect(await bob.client.call("apiKey.list", {})).toEqual([]);
  await expect(bob.client.call("apiKey.list", { userId: ada.id })).rejects.toMatchObject({ status: 403 });
  await expect(bob.client.call("apiKey.delete", { id: made._id })).rejects.toMatchObject({ status: 403 });
  await ada.client.call("apiKey.update", { id: made._id, active: false });
  expect(await clientOf(server.url, authToken.token).call("user.me", {})).toBeNull();
  for (const key of [made.key, "x".repeat(40), ""]) {
    const refused = clientOf(server.url).call("apiKey.signIn", { key });
    await expect(refused).rejects.toMatchObject({ status: 400, reply: { message: "Invalid API key." } });
  }
  expect(await ada.client.call("apiKey.delete", { id: made._id })).toEqual({
    message: "Deleted API key nightly import.",
  });
});

test("a key with few scopes reaches as far as they do", async () => {
  const folderId = await privateFolder("scoped");
  const { key } = await ada.client.call("apiKey.create", { scope: ["core.data.read"] });
  const { authToken } = await clientOf(server.url).call("apiKey.signIn", { key });
  expect(authToken.scope).toEqual(["core.data.read"]);
  const script = clientOf(server.url, authToken.token);
  expect(await script.call("folder.get", { id: folderId })).toMatchObject({ name: "scoped" });
  const denied = await script.call("folder.update", { id: folderId, name: "renamed" }).catch((error: unknown) => error);
  expect(denied).toMatchObject({
    status: 401,
    reply: { type: "access", message: "Invalid token scope.\nRequired: core.data.write.\nAllowed: core.data.read" },
  });
  expect(await script.call("user.me", {})).toBeNull();
  await expect(script.call("dataset.list", {})).rejects.toMatchObject({ status: 401 });
  await expect(ada.client.call("apiKey.create", { scope: ["core.setting.read"] })).rejects.toMatchObject({
    status: 400,
  });
  const { custom } = await clientOf(server.url).call("token.scopes", {});
  expect(custom.map(({ id }) => id)).toContain("core.data.own");
});
