/** Sign-in, registration, tokens: api-v1 2.5 and 4. */
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, type TestServer } from "../support/test-server.ts";

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
