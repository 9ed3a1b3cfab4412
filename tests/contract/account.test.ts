/** Sign-in, registration, tokens: api-v1 2.5 and 4. */
import { type TOTP, URI } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { clientOf, startTestServer, testPassword, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  await server.close();
});

const basic = (login: string, password: string): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`,
});

test("an anonymous caller is null", async () => {
  const response = await server.fetch("/api/v1/user/me", { token: null });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("null");
});

test("[S-PERM-01] the administrator of the first start has the admin flag, a registered user has not", async () => {
  const me = await server.client.call("user.me", {});
  expect(me).toMatchObject({ login: "admin", admin: true, _accessLevel: 2, email: "admin@localhost.localdomain" });
  const ada = await server.createUser("ada1");
  expect(await ada.client.call("user.me", {})).toMatchObject({ login: "ada1", admin: false });
  expect(await ada.client.call("user.get", { id: server.userId })).not.toHaveProperty("email");
});

test("a sign-in sets the cookie, and both mounts answer", async () => {
  const response = await server.fetch("/girder/api/v1/user/authentication", {
    token: null,
    headers: basic("admin", server.password),
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("set-cookie")).toMatch(
    /^girderToken=[A-Za-z0-9]{64}; Path=\/; HttpOnly; SameSite=Lax; Expires=/,
  );
  const reply = (await response.json()) as { message: string; authToken: { scope: string[] } };
  expect(reply.message).toBe("Login succeeded.");
  expect(reply.authToken.scope).toEqual(["core.user_auth"]);
});

test("wrong passwords are refused alike, and slowed down", async () => {
  const limited = await startTestServer();
  try {
    const attempt = async (login: string, password: string) => {
      const response = await limited.fetch("/api/v1/user/authentication", {
        token: null,
        headers: basic(login, password),
      });
      return { status: response.status, body: await response.json() };
    };
    const failed = { status: 401, body: { code: "login-failed", message: "Login failed.", type: "access" } };
    expect(await attempt("admin", "wrong")).toEqual(failed);
    expect(await attempt("nobody", "wrong")).toEqual(failed);
    expect(await attempt('{"$gt":""}', "wrong")).toEqual(failed);
    for (let n = 0; n < 9; n++) await attempt("admin", "wrong");
    expect(await attempt("admin", limited.password)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining("Too many attempts") },
    });
  } finally {
    await limited.close();
  }
});

test("what an Authorization header must look like", async () => {
  const attempt = async (headers: Record<string, string>) => {
    const response = await server.fetch("/api/v1/user/authentication", { token: null, headers });
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  expect(await attempt({})).toEqual([401, "Use HTTP Basic Authentication"]);
  expect(await attempt({ Authorization: "Bearer x" })).toEqual([401, "Use HTTP Basic Authentication"]);
  expect(await attempt({ Authorization: `Basic ${btoa("nocolon")}` })).toEqual([
    401,
    "Invalid HTTP Authorization header",
  ]);
  expect((await attempt({ "Girder-Authorization": basic("admin", server.password)["Authorization"] ?? "" }))[0]).toBe(
    200,
  );
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
  const { status, body } = await register({ login: "New.User", ...{ admin: "true" } });
  expect([status, body["login"], body["admin"], body["email"]]).toEqual([200, "new.user", false, "new@example.org"]);
  expect(body["authToken"]).toEqual({
    token: expect.stringMatching(/^\w{64}$/),
    expires: expect.any(String),
    scope: ["core.user_auth"],
  });
});

const form = (login: string): URLSearchParams =>
  new URLSearchParams({ login, email: `${login}@example.org`, firstName: "A", lastName: "B", password: testPassword });

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
    const headers = basic("cyd1", testPassword);
    const attempt = await strict.fetch("/api/v1/user/authentication", { token: null, headers });
    expect([attempt.status, await attempt.json()]).toEqual([
      401,
      { message: "Account approval required.", type: "access", extra: "accountApproval" },
    ]);
  } finally {
    await strict.close();
  }
});

test("logout revokes the token", async () => {
  const { body, token } = await session("admin", server.password);
  expect(body["message"]).toBe("Login succeeded.");
  const out = await server.fetch("/api/v1/user/authentication", { method: "DELETE", token });
  expect(await out.json()).toEqual({ message: "Logged out." });
  expect(out.headers.get("set-cookie")).toMatch(/^girderToken=; .*Expires=Thu, 01 Jan 1970/);
  expect(await (await server.fetch("/api/v1/user/me", { token })).text()).toBe("null");
  expect((await server.fetch("/api/v1/user/authentication", { method: "DELETE", token: null })).status).toBe(200);
});

test("a changed password ends all other sessions", async () => {
  const user = await server.createUser("dora");
  const other = await session("dora", testPassword);
  const change = (old: string) => user.client.call("user.changePassword", { old, new: "new password" });
  await expect(change("wrong")).rejects.toMatchObject({ status: 403, message: "Old password is incorrect." });
  await expect(change("")).rejects.toMatchObject({ status: 400, message: "Old password must not be empty." });
  expect(await change(testPassword)).toEqual({ message: "Password changed." });
  expect(await user.client.call("user.me", {})).toMatchObject({ login: "dora" });
  expect(await (await server.fetch("/api/v1/user/me", { token: other.token })).text()).toBe("null");
  expect((await session("dora", testPassword)).status).toBe(401);
  expect((await session("dora", "new password")).status).toBe(200);
});

test("the link of the first start signs in once", async () => {
  const fresh = await startTestServer();
  try {
    const link = new URL(fresh.server.firstStart?.signInUrl ?? "");
    expect(link.pathname).toBe("/login");
    const [id, token] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
    const open = (user: string) =>
      fresh.fetch(`/api/v1/user/password/temporary/${user}?token=${token}`, { token: null });
    // It is no session by itself.
    expect(await (await fresh.fetch("/api/v1/user/me", { token })).text()).toBe("null");
    const stranger = await fresh.createUser("stranger");
    expect((await open(stranger.id)).status).toBe(401);
    const first = await open(id);
    expect(first.headers.get("set-cookie")).toMatch(/^girderToken=\w{64}; /);
    expect(await first.json()).toMatchObject({ user: { login: "admin" }, authToken: { temporary: true } });
    const second = await open(id);
    expect([second.status, await second.json()]).toEqual([
      401,
      { message: "The token does not grant temporary access to this user.", type: "access" },
    ]);
  } finally {
    await fresh.close();
  }
});

test("an expired or made-up token is anonymous, a disabled account is out", async () => {
  const user = await server.createUser("eve1");
  const me = async (token: string) => await (await server.fetch("/api/v1/user/me", { token })).text();
  for (const token of ["x", "a".repeat(64), "a".repeat(10_000), "' OR 1=1 --"]) expect(await me(token)).toBe("null");
  const names = { firstName: "E", lastName: "E", email: "eve1@example.org" };
  await expect(user.client.call("user.update", { id: user.id, ...names, admin: true })).rejects.toMatchObject({
    status: 403,
    message: "Only admins may change admin status.",
  });
  await expect(user.client.call("user.update", { id: server.userId, ...names })).rejects.toMatchObject({ status: 403 });
  await server.client.call("user.update", { id: user.id, ...names, status: "disabled" });
  expect(await me(user.token)).toBe("null");
  const attempt = await session("eve1", testPassword);
  expect([attempt.status, attempt.body]).toEqual([
    401,
    { code: "account-disabled", message: "Account is disabled.", type: "access", extra: "disabled" },
  ]);
});

test("[S-API-04, S-API-20] lists of users, the private queue, deleting an account", async () => {
  const user = await server.createUser("frank");
  const logins = (await user.client.call("user.list", { sort: "created", sortdir: -1, limit: 1 })).map(
    (one) => one.login,
  );
  expect(logins).toEqual(["frank"]);
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
  expect((await session("greta", testPassword)).body).toMatchObject({ user: { language: "de", theme: "light" } });
  const asked = await (await server.createUser("hedda")).client.call("user.get", { id });
  expect(asked).not.toHaveProperty("language");
  expect(asked).not.toHaveProperty("theme");
  for (const language of ["no language", "x".repeat(36), "d"]) {
    await expect(set({ language })).rejects.toMatchObject({ status: 400 });
  }
  await expect(set({ theme: "pink" as never })).rejects.toMatchObject({ status: 400 });
  // Clients that know nothing of them change nothing about them.
  const names = { firstName: "G", lastName: "H", email: "greta@example.org" };
  await user.client.call("user.update", { id, ...names });
  expect(await user.client.call("user.me", {})).toMatchObject({ language: "de", theme: "light" });
});

test("the only administrator stays one", async () => {
  const names = { firstName: "A", lastName: "B", email: "admin@localhost.localdomain" };
  const refusal = { status: 400, message: "admin is the only administrator. Make somebody else one first." };
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

test("tokens of a session", async () => {
  const { token, body } = await session("admin", server.password);
  expect(await clientOf(server.url, token).call("token.current", {})).toMatchObject({
    scope: ["core.user_auth"],
    userId: (body["user"] as { _id: string })._id,
  });
  await expect(clientOf(server.url).call("token.current", {})).rejects.toMatchObject({ status: 401 });
  const anonymous = await clientOf(server.url).call("token.session", {});
  expect(anonymous.scope).toEqual(["core.anonymous_session"]);
  const client = clientOf(server.url, anonymous.token);
  expect(await client.call("token.current", {})).toMatchObject({ userId: null });
  await expect(client.call("user.list", {})).rejects.toMatchObject({ status: 401 });
  await client.call("token.deleteSession", {});
  await expect(client.call("token.current", {})).rejects.toMatchObject({ status: 401 });
});

async function session(
  login: string,
  password: string,
): Promise<{ status: number; body: Record<string, unknown>; token: string }> {
  const response = await server.fetch("/api/v1/user/authentication", { token: null, headers: basic(login, password) });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, token: (body["authToken"] as { token: string } | undefined)?.token ?? "" };
}

test("a second factor: started, confirmed by a code, asked for at every sign-in, each code once, and taken away", async () => {
  const user = await server.createUser("factor");
  const signIn = (code?: string) =>
    server.fetch("/api/v1/user/authentication", {
      token: null,
      headers: {
        Authorization: `Basic ${btoa(`factor:${user.password}`)}`,
        ...(code === undefined ? {} : { "Girder-OTP": code }),
      },
    });
  const messageOf = async (response: Response): Promise<[number, unknown]> => [
    response.status,
    ((await response.json()) as { message: string }).message,
  ];
  expect(await messageOf(await signIn("123456"))).toEqual([401, "The user has not enabled one-time passwords."]);

  const { totpUri } = await user.client.call("user.startOtp", { id: user.id });
  const totp = URI.parse(totpUri) as TOTP;
  expect([totp.label, totp.issuer, totp.digits, totp.period]).toEqual(["factor", "Wakeline", 6, 30]);
  expect((await signIn()).status).toBe(200);
  const confirm = (code: string) =>
    user.client.call("user.confirmOtp", { id: user.id }, { headers: { "Girder-OTP": code } });
  const code = (steps: number): string => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  await expect(confirm(code(40))).rejects.toMatchObject({ status: 403 });
  const [first, second] = [code(0), code(1)];
  expect(await confirm(first)).toBeNull();
  expect(await user.client.call("user.me", {})).toMatchObject({ otp: true });

  expect(await messageOf(await signIn())).toEqual([
    401,
    'User authentication must include a one-time password (typically in the "Girder-OTP" header).',
  ]);
  expect(await messageOf(await signIn(first))).toEqual([401, "One-time password validation failed."]);
  const both = await Promise.all([signIn(second), signIn(second)]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 401]);

  await server.client.call("user.removeOtp", { id: user.id });
  expect((await signIn()).status).toBe(200);
});

test("without mail: what to do instead, and the same for every address", async () => {
  const ask = async (email: string): Promise<unknown> => {
    const body = new URLSearchParams({ email });
    const response = await server.fetch("/api/v1/user/password/temporary", { method: "PUT", token: null, body });
    return [response.status, await response.json()];
  };
  const answer = [400, { message: expect.stringContaining("wakeline admin link"), type: "rest" }];
  expect(await ask("admin@localhost.localdomain")).toEqual(answer);
  expect(await ask("nobody@example.org")).toEqual(answer);
  const verification = await server.fetch("/api/v1/user/verification?login=admin", { method: "POST", token: null });
  expect(verification.status).toBe(400);
});

test("a token for an address verifies it once and signs in", async () => {
  const { id } = await server.createUser("verified");
  const { text } = await server.server.services.tokens.create(id, ["core.email_verification"], 60_000);
  const anyone = clientOf(server.url);
  const reply = await anyone.call("user.verify", { id, token: text });
  expect(reply).toMatchObject({ message: "Email verification succeeded.", user: { emailVerified: true } });
  expect(await clientOf(server.url, reply.authToken?.token).call("user.me", {})).toMatchObject({ _id: id });
  await expect(anyone.call("user.verify", { id, token: text })).rejects.toMatchObject({
    status: 401,
    message: "The token is invalid or expired.",
  });
});

test("after a one-time link a new password is set without the old one, once and in no other session", async () => {
  const user = await server.createUser("gina");
  const set = (token: string, password: string, more: Record<string, string> = {}): Promise<Response> =>
    server.fetch("/api/v1/user/password", {
      method: "PUT",
      token,
      body: new URLSearchParams({ new: password, ...more }),
    });
  const without = await set(user.token, "other password");
  expect([without.status, await without.json()]).toEqual([
    400,
    { message: "Old password must not be empty.", type: "rest" },
  ]);
  const made = await server.server.services.signIns.createTemporaryToken("gina");
  const link = { id: user.id, token: made?.token.text ?? "" };
  const { authToken } = await clientOf(server.url).call("user.temporaryLogin", link);
  const scopes = async (): Promise<string[] | undefined> =>
    (await clientOf(server.url, authToken.token).call("token.current", {}))?.scope;
  expect(await scopes()).toEqual(["core.user_auth", "wakeline.password.new"]);
  // One that is given counts.
  expect((await set(authToken.token, "other password", { old: "wrong" })).status).toBe(403);
  expect((await set(authToken.token, "short")).status).toBe(400);
  expect((await set(authToken.token, "other password")).status).toBe(200);
  expect((await session("gina", "other password")).status).toBe(200);
  expect(await scopes()).toEqual(["core.user_auth"]);
  expect((await set(authToken.token, "third password")).status).toBe(400);
  expect((await session("gina", "other password")).status).toBe(200);
});

test("a change of password leaves keys as they are, or revokes them with what they have started", async () => {
  const user = await server.createUser("hugo");
  const signInByKey = async (key: string): Promise<Response> =>
    await server.fetch("/api/v1/api_key/token", { method: "POST", token: null, body: new URLSearchParams({ key }) });
  const { key } = await user.client.call("apiKey.create", { name: "script" });
  await user.client.call("user.changePassword", { old: user.password, new: "second password" });
  expect((await signInByKey(key)).status).toBe(200);
  await user.client.call("user.changePassword", { old: "second password", new: "third password", revokeKeys: true });
  expect((await signInByKey(key)).status).toBe(400);
  expect(await user.client.call("apiKey.list", {})).toEqual([]);
  expect(await user.client.call("user.me", {})).toMatchObject({ login: "hugo" });

  // A session that a key has started ends with the key, also when it is the one that asks.
  const second = await user.client.call("apiKey.create", { name: "second" });
  const { authToken } = (await (await signInByKey(second.key)).json()) as { authToken: { token: string } };
  const script = clientOf(server.url, authToken.token);
  await script.call("user.changePassword", { old: "third password", new: "fourth password", revokeKeys: true });
  expect(await script.call("user.me", {})).toBeNull();
  expect((await session("hugo", "fourth password")).status).toBe(200);

  const third = await server.client.call("apiKey.create", { name: "third", targetUserId: user.id });
  await server.client.call("user.setPassword", { id: user.id, password: "fifth password", revokeKeys: true });
  expect((await signInByKey(third.key)).status).toBe(400);
  expect((await session("hugo", "fifth password")).status).toBe(200);
});

test("lists are sorted by what the caller sees: addresses tell their order to administrators alone", async () => {
  const people = { first1: "zoe@example.org", last1: "abe@example.org" };
  for (const [login, email] of Object.entries(people)) {
    const names = { login, email, firstName: "A", lastName: `Sorted ${login}`, password: testPassword };
    await server.client.call("user.register", names);
  }
  const reader = await server.createUser("iris");
  const logins = async (client: typeof reader.client, sort: string): Promise<string[]> =>
    (await client.call("user.list", { text: "Sorted", sort })).map(({ login }) => login);
  expect(await logins(server.client, "email")).toEqual(["last1", "first1"]);
  expect(await logins(reader.client, "email")).toEqual(["first1", "last1"]);
  for (const sort of ["passwordHash", "password_hash", "otpSecret", "status", "__proto__", "email; --"]) {
    expect(await logins(reader.client, sort)).toEqual(await logins(reader.client, "lastName"));
  }
});

test("a path tells nobody what exists: what may not be read is not found", async () => {
  const owner = await server.createUser("jane");
  const stranger = await server.createUser("kurt");
  const [folder] = await owner.client.call("folder.list", { parentType: "user", parentId: owner.id, text: "Private" });
  const item = await owner.client.call("item.create", { folderId: folder?._id ?? "", name: "secret" });
  await server.client.call("collection.create", { name: "Hidden reef", public: false });
  const lookup = async (path: string, token: string | null): Promise<unknown> => {
    const response = await server.fetch(`/api/v1/resource/lookup?path=${encodeURIComponent(path)}`, { token });
    return [response.status, await response.json()];
  };
  expect(await lookup("/user/jane/Private/secret", owner.token)).toEqual([
    200,
    expect.objectContaining({ _id: item._id }),
  ]);
  for (const token of [stranger.token, null]) {
    for (const path of [
      "/user/jane/Private",
      "/user/jane/Private/secret",
      "/collection/Hidden reef",
      "/user/jane/None",
    ]) {
      expect([path, await lookup(path, token)]).toEqual([
        path,
        [400, { message: `Path not found: ${path}`, type: "validation" }],
      ]);
    }
    expect(await lookup("/user/jane/Public", token)).toEqual([200, expect.objectContaining({ name: "Public" })]);
  }
  expect(await lookup("/user/jane", stranger.token)).toEqual([200, expect.objectContaining({ login: "jane" })]);
  expect(await lookup("/user/jane", null)).toEqual([
    400,
    { message: "Path not found: /user/jane", type: "validation" },
  ]);
});

test("sessions of nobody end within a day, and one caller begins only so many", async () => {
  const own = await startTestServer({ trustProxy: true });
  try {
    const begin = (address: string): Promise<Response> =>
      own.fetch("/api/v1/token/session", { token: null, headers: { "X-Forwarded-For": address } });
    const first = (await (await begin("198.51.100.1")).json()) as { expires: string };
    expect(Date.parse(first.expires) - Date.now()).toBeLessThan(25 * 60 * 60 * 1000);
    const many = await Promise.all(Array.from({ length: 100 }, () => begin("198.51.100.1")));
    expect(many.filter(({ status }) => status === 200).length).toBe(59);
    const refused = many.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect((await begin("198.51.100.2")).status).toBe(200);
    // Whoever has one keeps it.
    expect((await own.fetch("/api/v1/token/session", { headers: { "X-Forwarded-For": "198.51.100.1" } })).status).toBe(
      200,
    );
  } finally {
    await own.close();
  }
});
