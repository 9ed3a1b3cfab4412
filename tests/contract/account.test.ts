/** Accounts: registration, what they own, who administers them, deletion (api-v1 4). */
import { afterAll, beforeAll, expect, test } from "vitest";

import { basicAuth, signIn } from "../support/sign-in.ts";
import { clientOf, startTestServer, testPassword, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

const form = (login: string): URLSearchParams =>
  new URLSearchParams({ login, email: `${login}@example.org`, firstName: "A", lastName: "B", password: testPassword });

test("[S-PERM-01] the administrator of the first start has the admin flag, a registered user has not", async () => {
  const me = await server.client.call("user.me", {});
  expect(me).toMatchObject({ login: "admin", admin: true, _accessLevel: 2, email: "admin@localhost.localdomain" });
  const ada = await server.createUser("ada1");
  expect(await ada.client.call("user.me", {})).toMatchObject({ login: "ada1", admin: false });
  expect(await ada.client.call("user.get", { id: server.userId })).not.toHaveProperty("email");
});

test("registration says which field is wrong", async () => {
  const good = { login: "new.user", email: "new@example.org", firstName: "A", lastName: "B", password: testPassword };
  const register = async (changes: Partial<typeof good>) => {
    const response = await server.fetch("/api/v1/user", {
      method: "POST",
      token: null,
      body: new URLSearchParams({ ...good, ...changes }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const wrong: [Partial<typeof good>, string, string][] = [
    [{ login: "a@b.c" }, "login", 'Login may not contain "@".'],
    [{ login: "abc" }, "login", "Login must be at least 4 characters"],
    [{ login: "1abc" }, "login", "Login must be at least 4 characters"],
    [{ login: "ADMIN" }, "login", "That login is already registered."],
    [{ email: "nonsense" }, "email", "Invalid email address."],
    [{ email: "Admin@localhost.localdomain" }, "email", "That email is already registered."],
    [{ firstName: " " }, "firstName", "First name must not be empty."],
    [{ lastName: "" }, "lastName", "Last name must not be empty."],
    [{ password: "12345" }, "password", "Password must be at least 6 characters long."],
  ];
  for (const [changes, field, message] of wrong) {
    const { status, body } = await register(changes);
    expect([changes, status, body]).toEqual([
      changes,
      400,
      { field, type: "validation", message: expect.stringContaining(message) },
    ]);
  }
  const { status, body } = await register({ login: "New.User", admin: "true" } as { login: string });
  expect([status, body["login"], body["admin"], body["email"]]).toEqual([200, "new.user", false, "new@example.org"]);
  expect(body["authToken"]).toEqual({
    token: expect.stringMatching(/^\w{64}$/),
    expires: expect.any(String),
    scope: ["core.user_auth"],
  });
});

test("a closed installation takes accounts from administrators only", async () => {
  const strict = await startTestServer({ registrationPolicy: "closed" });
  try {
    const refused = await strict.fetch("/api/v1/user", { method: "POST", token: null, body: form("cyd1") });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { type: "rest", message: expect.stringContaining("Registration on this instance is closed.") },
    ]);
    const made = await strict.fetch("/api/v1/user", { method: "POST", body: form("cyd1") });
    expect([made.status, await made.json()]).toEqual([
      200,
      expect.not.objectContaining({ authToken: expect.anything() }),
    ]);
  } finally {
    await strict.close();
  }
});

test("a careful installation lets new accounts wait for approval", async () => {
  const strict = await startTestServer({ registrationPolicy: "approve" });
  try {
    const made = await strict.fetch("/api/v1/user", { method: "POST", token: null, body: form("cyd1") });
    expect([made.status, await made.json()]).toEqual([
      200,
      expect.not.objectContaining({ authToken: expect.anything() }),
    ]);
    const headers = basicAuth("cyd1", testPassword);
    const attempt = await strict.fetch("/api/v1/user/authentication", { token: null, headers });
    expect([attempt.status, await attempt.json()]).toEqual([
      401,
      { message: "Account approval required.", type: "access", extra: "accountApproval" },
    ]);
  } finally {
    await strict.close();
  }
});

test("[S-API-04, S-API-20] lists of users, the private queue, deleting an account", async () => {
  const user = await server.createUser("frank");
  const logins = (await user.client.call("user.list", { sort: "created", sortdir: -1, limit: 1 })).map(
    (one) => one.login,
  );
  expect(logins).toEqual(["frank"]);
  const everybody = await user.client.call("user.list", { sort: "login", sortdir: 1, limit: 0 });
  const pages = [];
  for (let offset = 0; offset < everybody.length; offset += 2)
    pages.push(await user.client.call("user.list", { sort: "login", sortdir: 1, limit: 2, offset }));
  expect(pages[0]).toHaveLength(2);
  expect(pages.flat()).toEqual(everybody);
  expect((await user.client.call("user.list", { text: "fran" })).map((one) => one.login)).toEqual(["frank"]);
  await expect(clientOf(server.url).call("user.list", {})).rejects.toMatchObject({
    status: 401,
    message: "You must be logged in.",
  });
  const queue = (privateQueueEnabled?: boolean) =>
    user.client.call("user.usePrivateQueue", {
      id: user.id,
      ...(privateQueueEnabled === undefined ? {} : { privateQueueEnabled }),
    });
  expect(await queue()).toEqual({ user_private_queue_enabled: false });
  expect(await queue(true)).toEqual({ user_private_queue_enabled: true });
  expect(await queue()).toEqual({ user_private_queue_enabled: true });
  expect(await user.client.call("user.delete", { id: user.id })).toEqual({ message: "Deleted user frank." });
  expect(await user.client.call("user.me", {})).toBeNull();
});

test("language and theme go with the account, and only the account and administrators see them", async () => {
  const user = await server.createUser("greta");
  const { id } = user;
  const before = await user.client.call("user.me", {});
  expect(before).not.toHaveProperty("language");
  expect(before).not.toHaveProperty("theme");
  const set = (preferences: { language?: string; theme?: "auto" | "dark" | "light" }, by = user.client) =>
    by.call("user.setPreferences", { id, ...preferences });
  expect(await set({})).toEqual({ language: null, theme: null });
  expect(await set({ language: "DE" })).toEqual({ language: "de", theme: null });
  expect(await set({ theme: "light" })).toEqual({ language: "de", theme: "light" });
  expect(await user.client.call("user.me", {})).toEqual({ ...before, language: "de", theme: "light" });
  expect((await signIn(server, "greta", testPassword)).body).toMatchObject({
    user: { language: "de", theme: "light" },
  });
  const asked = await (await server.createUser("hedda")).client.call("user.get", { id });
  expect(asked).not.toHaveProperty("language");
  expect(asked).not.toHaveProperty("theme");
  for (const language of ["no language", "x".repeat(36), "d"]) {
    await expect(set({ language })).rejects.toMatchObject({ status: 400 });
  }
  await expect(set({ theme: "pink" as never })).rejects.toMatchObject({ status: 400 });
  // Clients that do not know the fields leave them unchanged.
  const names = { firstName: "G", lastName: "H", email: "greta@example.org" };
  await user.client.call("user.update", { id, ...names });
  expect(await user.client.call("user.me", {})).toMatchObject({ language: "de", theme: "light" });
});

test("the only administrator stays one", async () => {
  const names = { firstName: "A", lastName: "B", email: "admin@localhost.localdomain" };
  const refusal = {
    status: 400,
    message: "admin is the only administrator. Make another user an administrator first.",
  };
  const change = (changes: { admin?: boolean; status?: "disabled" }) =>
    server.client.call("user.update", { id: server.userId, ...names, ...changes });
  await expect(change({ admin: false })).rejects.toMatchObject(refusal);
  await expect(change({ status: "disabled" })).rejects.toMatchObject(refusal);
  await expect(server.client.call("user.delete", { id: server.userId })).rejects.toMatchObject(refusal);
  const [folder] = await server.client.call("folder.list", { parentType: "user", parentId: server.userId });
  expect(folder?.name).toBe("Private");
  const deputy = await server.createUser("deputy");
  await server.client.call("user.update", { id: deputy.id, ...names, email: "deputy@example.org", admin: true });
  expect(await change({ admin: false })).toMatchObject({ admin: false });
  await deputy.client.call("user.update", { id: server.userId, ...names, admin: true });
});
