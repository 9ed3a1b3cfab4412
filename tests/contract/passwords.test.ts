/** Passwords and second factors: changing one, one-time links, what a change ends (api-v1 4). */
import { type TOTP, URI } from "otpauth";
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

test("a changed password ends all other sessions", async () => {
  const user = await server.createUser("dora");
  const other = await signIn(server, "dora", testPassword);
  const change = (old: string) => user.client.call("user.changePassword", { old, new: "new password" });
  await expect(change("wrong")).rejects.toMatchObject({ status: 403, message: "Old password is incorrect." });
  await expect(change("")).rejects.toMatchObject({ status: 400, message: "Old password must not be empty." });
  expect(await change(testPassword)).toEqual({ message: "Password changed." });
  expect(await user.client.call("user.me", {})).toMatchObject({ login: "dora" });
  expect(await (await server.fetch("/api/v1/user/me", { token: other.token })).text()).toBe("null");
  expect((await signIn(server, "dora", testPassword)).status).toBe(401);
  expect((await signIn(server, "dora", "new password")).status).toBe(200);
});

test("a second factor: started, confirmed by a code, asked for at every sign-in, each code once, and taken away", async () => {
  const user = await server.createUser("factor");
  const attempt = (code?: string) =>
    server.fetch("/api/v1/user/authentication", {
      token: null,
      headers: {
        ...basicAuth("factor", user.password),
        ...(code === undefined ? {} : { "Girder-OTP": code }),
      },
    });
  const messageOf = async (response: Response): Promise<[number, unknown]> => [
    response.status,
    ((await response.json()) as { message: string }).message,
  ];
  expect(await messageOf(await attempt("123456"))).toEqual([401, "The user has not enabled one-time passwords."]);

  const { totpUri } = await user.client.call("user.startOtp", { id: user.id });
  const totp = URI.parse(totpUri) as TOTP;
  expect([totp.label, totp.issuer, totp.digits, totp.period]).toEqual(["factor", "Wakeline", 6, 30]);
  expect((await attempt()).status).toBe(200);
  const confirm = (code: string) =>
    user.client.call("user.confirmOtp", { id: user.id }, { headers: { "Girder-OTP": code } });
  const code = (steps: number): string => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  await expect(confirm(code(40))).rejects.toMatchObject({ status: 403 });
  const [first, second] = [code(0), code(1)];
  expect(await confirm(first)).toBeNull();
  expect(await user.client.call("user.me", {})).toMatchObject({ otp: true });

  expect(await messageOf(await attempt())).toEqual([
    401,
    'User authentication must include a one-time password (typically in the "Girder-OTP" header).',
  ]);
  expect(await messageOf(await attempt(first))).toEqual([401, "One-time password validation failed."]);
  const both = await Promise.all([attempt(second), attempt(second)]);
  expect(both.map((one) => one.status).sort()).toEqual([200, 401]);

  // A session left open cannot remove them.
  const off = (headers: Record<string, string> = {}) =>
    user.client.call("user.removeOtp", { id: user.id }, { headers });
  const basic = (password: string) => ({ "Girder-Authorization": `Basic ${btoa(`factor:${password}`)}` });
  await expect(off()).rejects.toMatchObject({ status: 400 });
  await expect(off({ "Girder-OTP": second })).rejects.toMatchObject({ status: 403 });
  await expect(off(basic("wrong"))).rejects.toMatchObject({ status: 403 });
  // A link made by an administrator does not bypass them either.
  const link = await server.client.call("user.makeLink", { id: user.id });
  const follow = clientOf(server.url).call("user.temporaryLogin", { id: user.id, token: link.token });
  await expect(follow).rejects.toMatchObject({ status: 401, code: "code-required" });
  expect(await user.client.call("user.me", {})).toMatchObject({ otp: true });
  expect(await off(basic(user.password))).toBeNull();
  expect((await attempt()).status).toBe(200);

  const enable = async (): Promise<(steps: number) => string> => {
    const app = URI.parse((await user.client.call("user.startOtp", { id: user.id })).totpUri) as TOTP;
    const codeOf = (steps: number): string => app.generate({ timestamp: Date.now() + steps * 30_000 });
    await user.client.call("user.confirmOtp", { id: user.id }, { headers: { "Girder-OTP": codeOf(-1) } });
    return codeOf;
  };
  expect(await off({ "Girder-OTP": (await enable())(0) })).toBeNull();
  await enable();
  await server.client.call("user.removeOtp", { id: user.id });
  expect((await attempt()).status).toBe(200);
});

test("without mail: what to do instead, and the same for every address", async () => {
  const ask = async (email: string): Promise<unknown> => {
    const body = new URLSearchParams({ email });
    const response = await server.fetch("/api/v1/user/password/temporary", { method: "PUT", token: null, body });
    return [response.status, await response.json()];
  };
  const answer = [400, { message: expect.stringContaining("wakeline admin link"), type: "rest" }];
  expect(await ask("admin@localhost.localdomain")).toEqual(answer);
  expect(await ask("unknown@example.org")).toEqual(answer);
  const verification = await server.fetch("/api/v1/user/verification?login=admin", { method: "POST", token: null });
  expect(verification.status).toBe(400);
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
  // If one is sent, it must be right.
  expect((await set(authToken.token, "other password", { old: "wrong" })).status).toBe(403);
  expect((await set(authToken.token, "short")).status).toBe(400);
  expect((await set(authToken.token, "other password")).status).toBe(200);
  expect((await signIn(server, "gina", "other password")).status).toBe(200);
  expect(await scopes()).toEqual(["core.user_auth"]);
  expect((await set(authToken.token, "third password")).status).toBe(400);
  expect((await signIn(server, "gina", "other password")).status).toBe(200);
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

  // A session started with a key ends with the key, even if it sends the request itself.
  const second = await user.client.call("apiKey.create", { name: "second" });
  const { authToken } = (await (await signInByKey(second.key)).json()) as { authToken: { token: string } };
  const script = clientOf(server.url, authToken.token);
  await script.call("user.changePassword", { old: "third password", new: "fourth password", revokeKeys: true });
  expect(await script.call("user.me", {})).toBeNull();
  expect((await signIn(server, "hugo", "fourth password")).status).toBe(200);

  const third = await server.client.call("apiKey.create", { name: "third", targetUserId: user.id });
  await server.client.call("user.setPassword", { id: user.id, password: "fifth password", revokeKeys: true });
  expect((await signInByKey(third.key)).status).toBe(400);
  expect((await signIn(server, "hugo", "fifth password")).status).toBe(200);
});
