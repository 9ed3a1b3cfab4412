/** Signing in, and the resulting tokens (api-v1 2.5, 4.2). */
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

test("an anonymous caller is null", async () => {
  const response = await server.fetch("/api/v1/user/me", { token: null });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("null");
});

test("a sign-in sets the cookie, and both mounts answer", async () => {
  const response = await server.fetch("/girder/api/v1/user/authentication", {
    token: null,
    headers: basicAuth("admin", server.password),
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
        headers: basicAuth(login, password),
      });
      return { status: response.status, body: await response.json() };
    };
    const failed = { status: 401, body: { code: "login-failed", message: "Login failed.", type: "access" } };
    expect(await attempt("admin", "wrong")).toEqual(failed);
    expect(await attempt("unknown", "wrong")).toEqual(failed);
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
  expect(
    (await attempt({ "Girder-Authorization": basicAuth("admin", server.password)["Authorization"] ?? "" }))[0],
  ).toBe(200);
});

test("logout revokes the token", async () => {
  const { body, token } = await signIn(server, "admin", server.password);
  expect(body["message"]).toBe("Login succeeded.");
  const out = await server.fetch("/api/v1/user/authentication", { method: "DELETE", token });
  expect(await out.json()).toEqual({ message: "Logged out." });
  expect(out.headers.get("set-cookie")).toMatch(/^girderToken=; .*Expires=Thu, 01 Jan 1970/);
  expect(await (await server.fetch("/api/v1/user/me", { token })).text()).toBe("null");
  expect((await server.fetch("/api/v1/user/authentication", { method: "DELETE", token: null })).status).toBe(200);
});

test("the link of the first start signs in once", async () => {
  const fresh = await startTestServer();
  try {
    const link = new URL(fresh.server.firstStart?.signInUrl ?? "");
    expect(link.pathname).toBe("/login");
    const [id, token] = [link.searchParams.get("user") ?? "", link.searchParams.get("token") ?? ""];
    const open = (user: string) =>
      fresh.fetch(`/api/v1/user/password/temporary/${user}?token=${token}`, { token: null });
    // It is not a session itself.
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
  const attempt = await signIn(server, "eve1", testPassword);
  expect([attempt.status, attempt.body]).toEqual([
    401,
    { code: "account-disabled", message: "Account is disabled.", type: "access", extra: "disabled" },
  ]);
});

test("tokens of a session", async () => {
  const { token, body } = await signIn(server, "admin", server.password);
  expect(await clientOf(server.url, token).call("token.current", {})).toMatchObject({
    scope: ["core.user_auth"],
    userId: (body["user"] as { _id: string })._id,
  });
  expect(await clientOf(server.url).call("token.current", {})).toBeNull();
  await expect(clientOf(server.url).call("token.deleteSession", {})).rejects.toMatchObject({ status: 401 });
  const anonymous = await clientOf(server.url).call("token.session", {});
  expect(anonymous.scope).toEqual(["core.anonymous_session"]);
  const client = clientOf(server.url, anonymous.token);
  expect(await client.call("token.current", {})).toMatchObject({ userId: null });
  await expect(client.call("user.list", {})).rejects.toMatchObject({ status: 401 });
  await client.call("token.deleteSession", {});
  expect(await client.call("token.current", {})).toBeNull();
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

test("sessions without a user end within a day, and one caller begins only so many", async () => {
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
    // Existing sessions stay valid.
    expect((await own.fetch("/api/v1/token/session", { headers: { "X-Forwarded-For": "198.51.100.1" } })).status).toBe(
      200,
    );
  } finally {
    await own.close();
  }
});
