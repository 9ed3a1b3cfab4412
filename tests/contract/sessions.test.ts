/** Sessions of an account, and the audit log of who changed what. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { clientOf, startTestServer, testPassword, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true });
  ada = await server.createUser("ada1");
});
afterAll(() => server.close());

async function signIn(agent: string, address: string): Promise<string> {
  const authorization = `Basic ${btoa(`ada1:${testPassword}`)}`;
  const headers = { authorization, "user-agent": agent, "x-forwarded-for": address };
  const response = await server.fetch("/api/v1/user/authentication", { token: null, headers });
  return ((await response.json()) as { authToken: { token: string } }).authToken.token;
}

test("sessions tell where from, by what, since when; one is ended, all others are, and no one sees another's", async () => {
  const sessionsOf = () => ada.client.call("user.sessions", { id: ada.id });
  const laptop = await signIn("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "203.0.113.7");
  const { key } = await ada.client.call("apiKey.create", { name: "nightly", scope: ["core.data.read"] });
  const script = (await clientOf(server.url).call("apiKey.signIn", { key })).authToken.token;
  // An unopened link is not a session.
  await server.server.services.signIns.createTemporaryToken("ada1");

  const found = await sessionsOf();
  expect(found.map(({ current, apiKey }) => [current, apiKey])).toEqual([
    [true, null],
    [false, "nightly"],
    [false, null],
  ]);
  expect(found[2]).toMatchObject({ address: "203.0.113.7", agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0" });
  expect(JSON.stringify(found)).not.toContain(laptop);
  const bob = await server.createUser("bob1");
  await expect(bob.client.call("user.sessions", { id: ada.id })).rejects.toMatchObject({ status: 403 });
  const [, , foreign] = found;
  const sessionId = foreign?._id ?? "";
  await expect(bob.client.call("user.endSession", { id: ada.id, sessionId })).rejects.toMatchObject({ status: 403 });
  // Not through one's own account either.
  await expect(bob.client.call("user.endSession", { id: bob.id, sessionId })).rejects.toMatchObject({ status: 400 });

  const isIn = async (token: string): Promise<boolean> => {
    const response = await server.fetch(`/api/v1/folder?parentType=user&parentId=${ada.id}`, { token });
    return response.ok && (await response.text()).includes("Private");
  };
  expect([await isIn(laptop), await isIn(script)]).toEqual([true, true]);
  await ada.client.call("user.endSession", { id: ada.id, sessionId });
  expect([await isIn(laptop), await isIn(script)]).toEqual([false, true]);
  const phone = await signIn("phone", "198.51.100.2");
  expect(await ada.client.call("user.endOtherSessions", { id: ada.id })).toEqual({
    message: "Ended 2 other sessions.",
  });
  expect([await isIn(phone), await isIn(script), await isIn(ada.token)]).toEqual([false, false, true]);
  expect(await sessionsOf()).toHaveLength(1);
});

test("the audit list: access, accounts, groups, settings, by whom; without secrets, for administrators alone", async () => {
  const cyd = await server.createUser("cyd1");
  const { _id: group } = await ada.client.call("group.create", { name: "Divers" });
  await server.client.call("group.invite", { id: group, userId: cyd.id, force: true });
  const folder = await ada.client.call("folder.create", { parentType: "user", parentId: ada.id, name: "Harbour" });
  const users = [{ id: ada.id, level: 2 }];
  const groups = [{ id: group, level: 1 }];
  await ada.client.call("folder.setAccess", {
    id: folder._id,
    access: JSON.stringify({ users, groups }),
    public: true,
  });
  const names = { firstName: "Cyd", lastName: "C", email: "cyd1@example.org" };
  await server.client.call("user.update", { id: cyd.id, ...names, admin: true });
  await server.client.call("user.setPassword", { id: cyd.id, password: "a new secret" });
  const { token } = await server.client.call("user.makeLink", { id: cyd.id });
  await server.client.call("system.setSetting", { key: "core.brand_name", value: "Sea" });
  const disabled = JSON.stringify({ disabled: true, message: "later" });
  await server.fetch("/api/v1/dive_configuration/jobs_disabled", { method: "PUT", body: disabled });
  // A call that changes nothing is not recorded.
  await server.client.call("system.setSetting", { key: "core.brand_name", value: "Sea" });
  await server.client.call("user.delete", { id: cyd.id });

  const all = await server.client.call("system.audit", { limit: 11 });
  expect(all.map(({ actorLogin, action, targetName }) => [actorLogin, action, targetName])).toEqual([
    ["admin", "user.deleted", "cyd1"],
    ["admin", "setting.changed", "jobs_disabled_config"],
    ["admin", "setting.changed", "core.brand_name"],
    ["admin", "user.linkMade", "cyd1"],
    ["admin", "user.passwordSet", "cyd1"],
    ["admin", "user.changed", "cyd1"],
    ["ada1", "access.changed", "Harbour"],
    ["admin", "group.membersChanged", "Divers"],
    ["ada1", "group.created", "Divers"],
    // Self-registration is recorded as the new account's action.
    ["cyd1", "user.created", "cyd1"],
    expect.anything(),
  ]);
  const changesOf = (action: string) => all.find((entry) => entry.action === action)?.changes;
  expect(changesOf("access.changed")).toEqual([
    { name: "public", from: "false", to: "true" },
    { name: "group Divers", from: null, to: "write" },
  ]);
  expect(changesOf("user.changed")).toContainEqual({ name: "admin", from: "false", to: "true" });
  expect(changesOf("setting.changed")).toContainEqual({ name: "disabled", from: null, to: "true" });
  expect(changesOf("group.membersChanged")).toEqual([{ name: "cyd1", from: null, to: "member" }]);
  expect(JSON.stringify(all)).not.toMatch(new RegExp(`a new secret|${testPassword}|${token}`));
  const ofUsers = await server.client.call("system.audit", { area: "user", text: "CYD" });
  expect(ofUsers.map(({ action }) => action)).toEqual(
    ["deleted", "linkMade", "passwordSet", "changed", "created"].map((name) => `user.${name}`),
  );
  const paged = await server.fetch("/api/v1/system/audit?limit=1&offset=2");
  expect(Number(paged.headers.get("girder-total-count"))).toBeGreaterThan(10);
  await expect(ada.client.call("system.audit", {})).rejects.toMatchObject({ status: 403 });
});

test("health: storage, database, queues, workers and versions, for administrators alone", async () => {
  const health = await server.client.call("system.health", {});
  expect(health).toMatchObject({
    versions: { wakeline: expect.stringMatching(/^\d+\.\d+/), node: process.versions.node, schema: expect.any(Number) },
    database: { answerMs: expect.any(Number) },
    files: { answerMs: expect.any(Number) },
    sendsMail: false,
  });
  expect(health.workers).toHaveLength(1);
  expect(health.queues.map(({ name, workers }) => [name, workers])).toEqual([
    ["convert", 1],
    ["pipelines", 1],
    ["training", 1],
  ]);
  await expect(ada.client.call("system.health", {})).rejects.toMatchObject({ status: 403 });
});
