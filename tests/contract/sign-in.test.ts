/**
 * Many concurrent sign-ins: guesses are counted before they are checked, no user locks out others, downloads stay fast.
 */
import { URI, type TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestServer, testPassword, type TestServer, type TestUser } from "../support/test-server.ts";

const freeFailures = 10;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustProxy: true });
});
afterAll(async () => {
  await server.close();
});

interface Caller {
  readonly address?: string;
  readonly code?: string;
}

async function signIn(login: string, password: string, { address, code }: Caller = {}): Promise<Response> {
  const headers = new Headers({ Authorization: `Basic ${btoa(`${login}:${password}`)}` });
  if (address !== undefined) headers.set("X-Forwarded-For", address);
  if (code !== undefined) headers.set("Girder-OTP", code);
  return await server.fetch("/api/v1/user/authentication", { token: null, headers });
}

async function statusesOf(responses: readonly Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

test("of 300 wrong passwords at once no more are looked at than one after the other", async () => {
  const ada = await server.createUser("ada1");
  const address = "198.51.100.1";
  expect(await statusesOf(times(300, (n) => signIn("ada1", `wrong ${n}`, { address })))).toEqual({
    401: freeFailures,
    429: 300 - freeFailures,
  });
  const refused = await signIn("ada1", ada.password, { address });
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.closeTo(15, -1)]);
  expect(await refused.json()).toMatchObject({
    type: "rest",
    message: expect.stringContaining("Too many attempts. Try again in"),
  });
});

test("no one is locked out by the guesses of another address, nor at the same address by those at another account", async () => {
  const bob = await server.createUser("bob1");
  await Promise.all(times(20, () => signIn("bob1", "wrong", { address: "198.51.100.2" })));
  await Promise.all(times(30, (n) => signIn(`unknown${n}`, "wrong", { address: "198.51.100.2" })));
  const cyd = await server.createUser("cyd1");
  expect((await signIn("bob1", bob.password, { address: "198.51.100.2" })).status).toBe(429);
  expect((await signIn("bob1", bob.password, { address: "198.51.100.3" })).status).toBe(200);
  expect((await signIn("cyd1", cyd.password, { address: "198.51.100.2" })).status).toBe(200);
});

test("many right passwords of one account at once all get in", async () => {
  const dan = await server.createUser("dan1");
  expect(await statusesOf(times(30, () => signIn("dan1", dan.password)))).toEqual({ 200: 30 });
});

test("guesses of the old password with another's session are counted alike", async () => {
  const eve = await server.createUser("eve1");
  const change = (old: string): Promise<Response> => changePassword(eve, old);
  expect(await statusesOf(times(100, (n) => change(`wrong ${n}`)))).toEqual({
    403: freeFailures,
    429: 100 - freeFailures,
  });
  expect((await change(eve.password)).status).toBe(429);
  expect((await signIn("eve1", eve.password)).status).toBe(200);
});

const changePassword = (user: TestUser, old: string): Promise<Response> =>
  server.fetch("/api/v1/user/password", {
    method: "PUT",
    token: user.token,
    body: new URLSearchParams({ old, new: `${testPassword} 2` }),
  });

test("wrong one-time codes after a right password are counted, the question for a code is not", async () => {
  const fay = await server.createUser("fay1");
  const { totpUri } = await fay.client.call("user.startOtp", { id: fay.id });
  const totp = URI.parse(totpUri) as TOTP;
  const confirmed = await server.fetch(`/api/v1/user/${fay.id}/otp`, {
    method: "PUT",
    token: fay.token,
    headers: { "Girder-OTP": totp.generate() },
  });
  expect(confirmed.status).toBe(200);
  const address = "198.51.100.4";
  for (const response of await Promise.all(times(15, () => signIn("fay1", fay.password, { address })))) {
    expect(((await response.json()) as { message: string }).message).toContain("must include a one-time password");
  }
  const counts = await statusesOf(times(50, () => signIn("fay1", fay.password, { address, code: "12345x" })));
  expect(counts).toEqual({ 401: freeFailures, 429: 50 - freeFailures });
});

test("a download is quick while hundreds of sign-ins wait for their turn, of which a bounded number does", async () => {
  const where = { parentType: "user", parentId: server.userId, name: "storm" } as const;
  const folder = await server.client.call("folder.create", where);
  const upload = await server.fetch(`/api/v1/file?parentType=folder&parentId=${folder._id}&name=a.bin&size=1024`, {
    method: "POST",
    body: new Uint8Array(1024),
  });
  const { _id } = (await upload.json()) as { _id: string };
  const storm = times(300, (n) => signIn(`unknown${n}`, "wrong", { address: "203.0.113.1" }));
  let isStormOver = false;
  const ended = Promise.all(storm).then(() => (isStormOver = true));
  // The first ones are being processed.
  await Promise.race(storm);
  for (let n = 0; n < 3; n++) {
    const response = await server.fetch(`/api/v1/file/${_id}/download`);
    expect((await response.arrayBuffer()).byteLength).toBe(1024);
  }
  // Downloads that shared threads with password hashing would have finished after the last hash.
  expect(isStormOver).toBe(false);
  await ended;
  expect(await statusesOf(storm)).toEqual({ 401: expect.any(Number), 429: expect.any(Number) });
});

test("registrations wait in the same bounded line", async () => {
  const register = (n: number): Promise<Response> =>
    server.fetch("/api/v1/user", {
      method: "POST",
      token: null,
      headers: { "X-Forwarded-For": "198.51.100.9" },
      body: new URLSearchParams({
        login: `crowd${n}`,
        email: `crowd${n}@example.org`,
        firstName: "A",
        lastName: "B",
        password: testPassword,
      }),
    });
  const responses = await Promise.all(times(130, register));
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(10);
  expect(responses.filter(({ status }) => status === 200).length).toBe(130 - refused.length);
  expect(refused.map(({ headers }) => Number(headers.get("retry-after"))).every((seconds) => seconds >= 1)).toBe(true);
});
