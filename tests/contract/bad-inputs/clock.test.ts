/**
 * The system clock is set by hours and years, ahead and back, while the server runs: nothing breaks that users would
 * notice. What depends on age is in `../housekeeping.test.ts`.
 */
import { type TOTP, URI } from "otpauth";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";

import type { ApiClient } from "#schemas";

import { newObjectId } from "../../../server/base/object-id.ts";
import { localHandler } from "../../../server/domain/job-status.ts";
import { createImageDataset } from "../../support/dataset.ts";
import { readEvents } from "../../support/event-reader.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../../support/test-server.ts";

const hourMs = 60 * 60 * 1000;
const yearMs = 365 * 24 * hourMs;
/** By how much the clock is set between steps. */
const jumps = [-hourMs, hourMs, yearMs, -10 * yearMs, 30 * yearMs, -yearMs, -20 * yearMs, 0];

let server: TestServer;
let ada: TestUser;
/** Acts as the administrator, in every year. */
let admin: ApiClient;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  admin = clientOf(server.url, await lastingToken(server.userId));
});
afterAll(() => server.close());

let rightMs: number;
beforeEach(() => {
  rightMs = Date.now();
  // The server runs in this process, so its clock can be faked. Timers stay real, as on a machine whose clock is set.
  vi.useFakeTimers({ toFake: ["Date"], now: rightMs });
});
afterEach(() => vi.useRealTimers());

/** Sets how far the clock is ahead of the right time. */
const setAhead = (ms: number): void => void vi.setSystemTime(rightMs + ms);
const setBy = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

async function lastingToken(userId: string): Promise<string> {
  return (await server.server.services.tokens.create(userId, ["core.user_auth"], 100 * yearMs)).text;
}

/** A new session, by name and password. */
async function signIn(user: TestUser, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Basic ${btoa(`${user.login}:${user.password}`)}`;
  return await server.fetch("/api/v1/user/authentication", { token: null, headers: { authorization, ...headers } });
}

test("revisions follow each other, and no edit is lost, whatever the clock says at each save", async () => {
  const folderId = await createImageDataset(admin, "saves");
  const track = (id: number, label: string) => ({
    id,
    begin: 0,
    end: 0,
    confidencePairs: [[label, 1]],
    features: [{ frame: 0, bounds: [0, 0, 1, 1] }],
  });
  const save = (step: number, more: object = {}) => {
    const upsert = [track(0, `step ${step}`), track(step, `of step ${step}`)];
    return admin.call("annotation.save", { folderId, body: { tracks: { upsert, delete: [] }, ...more } });
  };
  const saved = [];
  for (const [index, jump] of jumps.entries()) {
    setBy(jump);
    saved.push((await save(index + 1, { saveId: `save ${index}`, baseRevision: index })).revision);
  }
  const numbers = jumps.map((_, index) => index + 1);
  expect(saved).toEqual(numbers);
  // A lost response is repeated, and an old base is a conflict, at any time.
  setBy(-yearMs);
  expect((await save(3, { saveId: "save 2", baseRevision: 2 })).revision).toBe(3);
  await expect(save(3, { saveId: "another", baseRevision: 2 })).rejects.toMatchObject({ status: 409 });
  const revisions = await admin.call("annotation.revisions", { folderId, limit: 0 });
  expect(revisions.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(numbers);
  for (const revision of numbers) {
    const tracks = await admin.call("annotation.tracks", { folderId, revision });
    expect(tracks.map(({ id, confidencePairs }) => [id, confidencePairs[0]?.[0]])).toEqual([
      [0, `step ${revision}`],
      ...numbers.slice(0, revision).map((id) => [id, `of step ${id}`]),
    ]);
  }
  setBy(5 * yearMs);
  await admin.call("annotation.rollback", { folderId, revision: 4 });
  expect(await admin.call("annotation.tracks", { folderId })).toHaveLength(5);
});

test("no id is given twice, also when the same second comes again", async () => {
  const ids = new Set<string>();
  const parent = { parentType: "user", parentId: server.userId } as const;
  const made: string[] = [];
  for (let round = 0; round < 5; round++) {
    for (const jump of [0, ...jumps]) {
      setAhead(jump);
      made.push((await admin.call("folder.create", { ...parent, name: `${round} ${jump} ${made.length}` }))._id);
      for (let n = 0; n < 2000; n++) made.push(newObjectId(Date.now()));
    }
  }
  for (const id of made) ids.add(id);
  expect([ids.size, made.every((id) => /^[0-9a-f]{24}$/.test(id))]).toEqual([made.length, true]);
});

test("an earlier session continues, one that has expired ends, and everyone can sign in again", async () => {
  const before = ada.token;
  const login = async (token: string): Promise<unknown> =>
    ((await (await server.fetch("/api/v1/user/me", { token })).json()) as { login: string } | null)?.login;
  for (const jump of [-10 * yearMs, -hourMs, hourMs, 30 * 24 * hourMs, yearMs, 30 * yearMs]) {
    setAhead(jump);
    expect([jump, await login(before)]).toEqual([jump, jump < yearMs ? "ada1" : undefined]);
    const reply = (await (await signIn(ada)).json()) as { authToken: { token: string; expires: string } };
    expect(await login(reply.authToken.token)).toBe("ada1");
    expect(Date.parse(reply.authToken.expires)).toBe(Date.now() + 180 * 24 * hourMs);
    setAhead(0);
    // A session created while the clock was far in the past has expired; that locks out no user.
    expect([jump, await login(reply.authToken.token)]).toEqual([jump, jump < -yearMs ? undefined : "ada1"]);
  }
});

test("a one-time link that a clock ahead has made works once", async () => {
  setAhead(yearMs);
  const created = await server.server.services.signIns.createTemporaryToken("ada1");
  setAhead(0);
  const { id } = ada;
  const token = created?.token.text ?? "";
  const anybody = clientOf(server.url);
  expect((await anybody.call("user.temporaryLogin", { id, token })).user.login).toBe("ada1");
  for (const jump of jumps) {
    setAhead(jump);
    await expect(anybody.call("user.temporaryLogin", { id, token })).rejects.toMatchObject({ status: 401 });
  }
});

test("a code of the second factor that a clock ahead has taken locks no one out", async () => {
  const user = await server.createUser("factor");
  const client = clientOf(server.url, await lastingToken(user.id));
  const totp = URI.parse((await client.call("user.startOtp", { id: user.id })).totpUri) as TOTP;
  const code = (steps = 0): string => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  setAhead(yearMs);
  await client.call("user.confirmOtp", { id: user.id }, { headers: { "Girder-OTP": code() } });
  const statuses = [];
  for (const jump of [0, hourMs, -hourMs, yearMs, 0]) {
    setAhead(jump);
    const [first, next] = [code(), code(1)];
    for (const one of [first, first, next, next, first]) {
      statuses.push((await signIn(user, { "Girder-OTP": one })).status);
    }
  }
  // Each exactly once, and none older than the one before.
  expect(statuses).toEqual([0, 1, 2, 3, 4].flatMap(() => [200, 401, 200, 401, 401]));
});

test("wrong passwords lock for minutes, never for years, and setting the clock does not unlock", async () => {
  const limited = await startTestServer();
  try {
    const attempt = async (login: string): Promise<[number, string]> => {
      const headers = { authorization: `Basic ${btoa(`${login}:wrong`)}` };
      const response = await limited.fetch("/api/v1/user/authentication", { token: null, headers });
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    setAhead(yearMs);
    for (let n = 0; n < 10; n++) expect((await attempt("admin"))[0]).toBe(401);
    for (const jump of [yearMs, 0, -yearMs, 30 * yearMs]) {
      setAhead(jump);
      const [status, message] = await attempt("admin");
      expect(status).toBe(429);
      expect(Number(/in (\d+) seconds/.exec(message)?.[1])).toBeLessThanOrEqual(300);
    }
  } finally {
    await limited.close();
  }
});

test("who comes back with `since` hears what was missed, in order, also when the clock was set back", async () => {
  const job = (title: string) =>
    server.server.services.jobs.create({ title, type: "convert", handler: localHandler, userId: ada.id });
  const titlesOf = (events: readonly { data: unknown }[]): string[] =>
    events.map(({ data }) => (data as { title: string }).title);
  const listen = (since: number) =>
    readEvents((signal) => server.fetch(`/api/v1/notification/stream?since=${since}`, { token: ada.token, signal }));
  const isKept = async (): Promise<string[]> => titlesOf(await ada.client.call("notification.list", {}));

  await job("heard");
  const first = await listen(0);
  const heard = (await first.next(1))[0] as { updatedTime: number; updated: string; _girderTime: number };
  first.close();
  for (const [index, jump] of [-hourMs, -yearMs, 2 * hourMs].entries()) {
    setBy(jump);
    await job(`missed ${index}`);
  }
  const missed = ["missed 0", "missed 1", "missed 2"];
  expect(await isKept()).toEqual(["heard", ...missed]);
  expect(titlesOf(await ada.client.call("notification.list", { since: heard.updated }))).toEqual(missed);
  const second = await listen(heard.updatedTime);
  await job("live");
  expect(titlesOf((await second.next(4)) as unknown as { data: unknown }[])).toEqual([...missed, "live"]);
  second.close();
  // Current clients send back the time of the last event, in whole seconds.
  const third = await listen(heard._girderTime);
  expect(titlesOf((await third.next(4)) as unknown as { data: unknown }[]).slice(-4)).toEqual(
    expect.arrayContaining(["missed 2"]),
  );
  third.close();
});

test("an upload continues across every jump, whatever is swept meanwhile", async () => {
  const me = await admin.call("user.me", {});
  const folder = await admin.call("folder.create", { parentType: "user", parentId: me?._id ?? "", name: "up" });
  const content = new TextEncoder().encode("0123456789abcdefghijklmnopqrstuv");
  const target = { parentType: "folder", parentId: folder._id, name: "a.txt", size: content.length } as const;
  const { _id: uploadId } = await admin.call("file.create", target);
  const pieceBytes = content.length / jumps.length;
  for (const [index, jump] of jumps.entries()) {
    const offset = index * pieceBytes;
    const body = content.slice(offset, offset + pieceBytes);
    await admin.call("file.chunk", { uploadId, offset, body });
    setBy(jump);
    await server.server.services.sweep.run();
  }
  const [item] = await admin.call("item.list", { folderId: folder._id });
  const token = await lastingToken(server.userId);
  const response = await server.fetch(`/api/v1/item/${item?._id}/download`, { token });
  expect(await response.text()).toBe(new TextDecoder().decode(content));
});

test("archives are readable whatever year it is", async () => {
  const folderId = await createImageDataset(admin, "zipped");
  const sizes = [];
  for (const year of [1960, 1970, 1979, 2026, 2107, 2108, 2200]) {
    vi.setSystemTime(Date.UTC(year, 5, 1));
    const { token } = await server.server.services.tokens
      .create(server.userId, ["core.user_auth"], hourMs)
      .then(({ text }) => ({ token: text }));
    const folderIds = encodeURIComponent(JSON.stringify([folderId]));
    const response = await server.fetch(`/api/v1/dive_dataset/export?folderIds=${folderIds}`, { token });
    const bytes = Buffer.from(await response.arrayBuffer());
    const end = bytes.subarray(-22);
    // The end record has the count and position; each entry begins with its signature.
    expect([year, response.status, end.toString("latin1", 0, 4)]).toEqual([year, 200, "PK\u0005\u0006"]);
    expect(bytes.toString("latin1", end.readUInt32LE(16), end.readUInt32LE(16) + 4)).toBe("PK\u0001\u0002");
    const date = bytes.readUInt16LE(end.readUInt32LE(16) + 14);
    expect([year, 1980 + (date >> 9)]).toEqual([year, Math.min(Math.max(year, 1980), 2107)]);
    sizes.push(end.readUInt16LE(10));
  }
  expect(new Set(sizes).size).toBe(1);
});
