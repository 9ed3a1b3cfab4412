/**
 * Settings, facts about the server, other origins, and collections as used by administrators (api-v1 2.3, 5 and 6).
 */
import { afterAll, beforeAll, expect, test } from "vitest";

import { allowedOrigin } from "../../server/plugins/cors.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(() => server.close());

const setting = (key: string) => server.client.call("system.setting", { key });
const set = (key: string, value: unknown) =>
  server.client.call("system.setSetting", { key, value: JSON.stringify(value) });

test("settings: read, set, several at once, back to the default", async () => {
  expect(await setting("core.brand_name")).toBe("Wakeline");
  expect(await set("core.brand_name", "Reef Lab")).toBe(true);
  expect(await setting("core.brand_name")).toBe("Reef Lab");
  // A text that is not JSON is stored as it is.
  await server.client.call("system.setSetting", { key: "core.privacy_notice", value: "none reads this" });
  const list = ["core.brand_name", "core.privacy_notice"];
  expect(await server.client.call("system.setting", { list })).toEqual({
    "core.brand_name": "Reef Lab",
    "core.privacy_notice": "none reads this",
  });
  expect(await clientOf(server.url).call("system.publicSettings", {})).toMatchObject({ "core.brand_name": "Reef Lab" });
  await set("core.brand_name", null);
  await server.client.call("system.deleteSetting", { key: "core.privacy_notice" });
  expect(await server.client.call("system.setting", { list })).toEqual({
    "core.brand_name": "Wakeline",
    "core.privacy_notice": "",
  });
});

test("settings: a wrong name or value changes nothing, and only administrators see them", async () => {
  await expect(setting("core.brand_nam")).rejects.toMatchObject({ status: 400 });
  await expect(set("core.registration_policy", "everyone")).rejects.toMatchObject({ status: 400 });
  const both = [
    { key: "core.brand_name", value: "x" },
    { key: "core.cookie_lifetime", value: -1 },
  ];
  await expect(server.client.call("system.setSetting", { list: both })).rejects.toMatchObject({ status: 400 });
  expect(await setting("core.brand_name")).toBe("Wakeline");
  await expect(ada.client.call("system.setting", { key: "core.brand_name" })).rejects.toMatchObject({ status: 403 });
  await expect(
    clientOf(server.url).call("system.setSetting", { key: "core.brand_name", value: "x" }),
  ).rejects.toMatchObject({ status: 401 });
});

test("settings act at once: registration, sign-in by password, length of sessions", async () => {
  await set("core.registration_policy", "closed");
  await expect(server.createUser("late")).rejects.toMatchObject({ status: 400 });
  await set("core.registration_policy", null);
  await set("core.enable_password_login", false);
  const login = (user: TestUser) =>
    server.fetch("/api/v1/user/authentication", {
      token: null,
      headers: { authorization: `Basic ${Buffer.from(`${user.login}:${user.password}`).toString("base64")}` },
    });
  const refused = await login(ada);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ message: "Password login is disabled on this instance." });
  await set("core.enable_password_login", true);
  await set("core.cookie_lifetime", 1);
  const { authToken } = (await (await login(ada)).json()) as { authToken: { expires: string } };
  expect(Date.parse(authToken.expires) - Date.now()).toBeLessThan(25 * 3_600_000);
  await set("core.cookie_lifetime", null);
});

test("facts for administrators: no secrets, uploads that hang, storage", async () => {
  const facts = (await server.client.call("system.configuration", {})) as Record<string, unknown>;
  expect(facts).toMatchObject({ host: "127.0.0.1" });
  expect(JSON.stringify(facts)).not.toMatch(/postgres:\/\/|secret|password/i);
  const { _id: parentId } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "up",
  });
  const file = { parentType: "folder", parentId, name: "half.bin", size: 10 } as const;
  const upload = await ada.client.call("file.create", file);
  expect((await server.client.call("system.uploads", { userId: ada.id })).map(({ _id }) => _id)).toEqual([upload._id]);
  expect(await server.client.call("system.uploads", { minimumAge: 1 })).toEqual([]);
  await expect(ada.client.call("system.uploads", {})).rejects.toMatchObject({ status: 403 });
  expect(await server.client.call("system.discardUploads", { uploadId: upload._id })).toHaveLength(1);
  expect(await server.client.call("system.uploads", {})).toEqual([]);
  expect(await server.client.call("assetstore.list", {})).toMatchObject([{ current: true }]);
  expect(await server.client.call("system.check", { mode: "quick" })).toMatchObject({ status: "ok" });
  await expect(clientOf(server.url).call("system.check", { mode: "slow" })).rejects.toMatchObject({ status: 401 });
  expect(await clientOf(server.url).call("oauth.providers", { list: true })).toEqual([]);
});

test("requests for other machines are answered without them", async () => {
  const ask = async (path: string, { token = server.token, method = "GET", body = null as string | null } = {}) => {
    const response = await server.fetch(`/api/v1/${path}`, { method, body, token });
    return [response.status, await response.json()] as [number, { message?: string }];
  };
  const none = { active: null, ping: null, report: null, reserved: null, stats: null };
  expect(await ask("worker/status", { token: ada.token })).toEqual([200, none]);
  const noBroker = { message: "Private workers are unavailable because no message broker is connected.", type: "rest" };
  const mine = `rabbit_user_queues/user/${ada.id}?force=true`;
  expect(await ask(mine, { token: ada.token, method: "POST" })).toEqual([503, noBroker]);
  expect((await ask(mine, { token: bob.token, method: "POST" }))[0]).toBe(403);
  expect(await ask("rabbit_user_queues/ping")).toEqual([503, noBroker]);

  // Senders of bucket notifications retry unless the response is a success.
  const message = { attributes: { bucketId: "b", objectId: "x.png", eventType: "OBJECT_FINALIZE" }, data: "" };
  const news = JSON.stringify({ message: { ...message, messageId: "1", publishTime: "x" }, subscription: "s" });
  expect(await ask("bucket_notifications/gcs", { method: "POST", body: news })).toEqual([200, "done"]);
  expect(await ask("bucket_notifications/gcs?limit=5", { token: ada.token })).toEqual([200, []]);

  const [store] = await server.client.call("assetstore.list", {});
  const refusals: [method: string, path: string, names: string][] = [
    ["POST", `bucket_notifications/routing/${store?._id}`, "buckets"],
    ["POST", "assetstore?name=more&type=0&root=/srv", "WAKELINE_MEDIA_ROOTS"],
    ["POST", "assetstore?name=more&type=0", "BLOB_URL"],
    ["PUT", `assetstore/${store?._id}?name=more&current=true`, "BLOB_URL"],
    ["DELETE", `assetstore/${store?._id}`, "BLOB_URL"],
    ["POST", `assetstore/${store?._id}/import?importPath=/etc&destinationId=${store?._id}`, "wakeline upload"],
  ];
  for (const [method, path, names] of refusals) {
    const body = path.startsWith("bucket") ? '{"folderId":"x"}' : null;
    const [status, { message: told }] = await ask(path, { method, body });
    expect([path, status, told]).toEqual([path, 400, expect.stringContaining(names)]);
  }
  expect(await ask("oauth/google/callback?code=x&state=y")).toEqual([
    400,
    { message: 'Unknown provider "google".', type: "rest" },
  ]);
});

test("the place of files is named to administrators, in uploads, and filters them", async () => {
  const [store] = await server.client.call("assetstore.list", {});
  const { _id: parentId } = await ada.client.call("folder.create", {
    parentType: "user",
    parentId: ada.id,
    name: "stored",
  });
  const file = { parentType: "folder", parentId, name: "half.bin" } as const;
  const upload = await ada.client.call("file.create", { ...file, size: 10 });
  expect(upload).toMatchObject({ assetstoreId: store?._id });
  const elsewhere = "f".repeat(24);
  expect(await server.client.call("system.uploads", { assetstoreId: store?._id })).toMatchObject([{ _id: upload._id }]);
  expect(await server.client.call("system.discardUploads", { assetstoreId: elsewhere })).toEqual([]);
  expect(await server.client.call("system.discardUploads", { includeUntracked: true })).toHaveLength(1);
  const { _id: id } = await ada.client.call("file.create", { ...file, name: "none.bin", size: 0 });
  expect(await ada.client.call("file.get", { id })).not.toHaveProperty("assetstoreId");
  expect(await server.client.call("file.get", { id })).toMatchObject({ assetstoreId: store?._id });
});

test("other origins get nothing until they are named", async () => {
  const ask = (origin: string, method = "GET") =>
    server.fetch("/api/v1/system/version", { method, token: null, headers: { origin } });
  expect((await ask("https://lab.example")).headers.get("access-control-allow-origin")).toBeNull();
  await set("core.cors.allow_origin", "https://lab.example, https://*.reef.example");
  const answer = await ask("https://lab.example");
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://lab.example");
  expect(answer.headers.get("access-control-allow-credentials")).toBe("true");
  expect(answer.headers.get("access-control-expose-headers")).toContain("Girder-Total-Count");
  expect((await ask("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
  const preflight = await ask("https://a.reef.example", "OPTIONS");
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  await set("core.cors.allow_origin", "*");
  const anybody = await ask("https://evil.example");
  expect(anybody.headers.get("access-control-allow-origin")).toBe("*");
  expect(anybody.headers.get("access-control-allow-credentials")).toBeNull();
  await set("core.cors.allow_origin", null);
});

test("a pattern of origins does not match across a slash or a dot", () => {
  expect(allowedOrigin("https://a.reef.example", ["https://*.reef.example"])).toBe("https://a.reef.example");
  expect(allowedOrigin("https://evil.example/.reef.example", ["https://*.reef.example"])).toBeUndefined();
  expect(allowedOrigin("https://areefxexample", ["https://a.reef.example"])).toBeUndefined();
});

test("collections: who may create, change and open them", async () => {
  await expect(ada.client.call("collection.create", { name: "mine" })).rejects.toMatchObject({ status: 403 });
  await set("core.collection_create_policy", { open: false, users: [ada.id], groups: [] });
  const { _id: id } = await ada.client.call("collection.create", { name: "Survey", description: " of the reef " });
  expect(await ada.client.call("collection.update", { id, name: "Survey 2026" })).toMatchObject({
    name: "Survey 2026",
  });
  expect(await ada.client.call("collection.setMetadata", { id, body: { boat: "Ada", old: 1 } })).toMatchObject({
    meta: { boat: "Ada", old: 1 },
  });
  expect(await ada.client.call("collection.deleteMetadata", { id, body: ["old"] })).toMatchObject({
    meta: { boat: "Ada" },
  });
  await expect(bob.client.call("collection.get", { id })).rejects.toMatchObject({ status: 403 });
  const { _id: folderId } = await ada.client.call("folder.create", {
    parentType: "collection",
    parentId: id,
    name: "day 1",
  });
  const users = [
    { id: ada.id, level: 2, flags: [] },
    { id: bob.id, level: 0, flags: [] },
  ];
  const access = JSON.stringify({ users, groups: [] });
  const changed = await ada.client.call("collection.setAccess", { id, access, public: false, recurse: true });
  expect(changed.access.users.map(({ login }) => login).toSorted()).toEqual(["ada1", "bob1"]);
  expect(await bob.client.call("collection.get", { id })).toMatchObject({ _accessLevel: 0 });
  expect(await bob.client.call("folder.get", { id: folderId })).toMatchObject({ _accessLevel: 0 });
  await expect(bob.client.call("collection.update", { id, name: "x" })).rejects.toMatchObject({ status: 403 });
  await expect(bob.client.call("collection.access", { id })).rejects.toMatchObject({ status: 403 });
  const zip = await server.fetch(`/api/v1/collection/${id}/download`, { token: bob.token });
  expect(zip.headers.get("content-disposition")).toContain("Survey 2026.zip");
  expect(Buffer.from(await zip.arrayBuffer()).toString("latin1")).toContain("Survey 2026/day 1/");
});
