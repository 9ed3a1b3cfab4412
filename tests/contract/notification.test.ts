/**
 * Notifications (api-v1 section 12): server-sent events and the WebSocket, from one source, on one or more servers.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";

import { localHandler } from "../../server/domain/job-status.ts";
import { type EventReader, readEvents } from "../support/event-reader.ts";
import { serverVariables } from "../support/storage.ts";
import { clientOf, startTestServer, type TestServer, type TestUser } from "../support/test-server.ts";

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
const readers: { close(): void }[] = [];
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.createUser("ada1");
  bob = await server.createUser("bob1");
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await server.close();
});

async function listen(
  query: string,
  init: RequestInit & { token?: string | null } = {},
  at = server,
): Promise<EventReader> {
  const reader = await readEvents((signal) => at.fetch(`/api/v1/notification/stream?${query}`, { ...init, signal }));
  readers.push(reader);
  return reader;
}

const startJob = (userId: string, title = "a job", at = server, kwargs = {}) =>
  at.server.services.jobs.create({ title, type: "convert", handler: localHandler, userId, kwargs });

const later = String(Math.floor(Date.now() / 1000) + 3600);

test("[S-LIVE-01, S-API-45] the stream is text/event-stream, opened by cookie, one data line an event", async () => {
  const stream = await listen(`since=${later}&timeout=300`, {
    token: null,
    headers: { cookie: `girderToken=${ada.token}` },
  });
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
  expect(stream.response.headers.get("cache-control")).toBe("no-cache");
  const { id } = await startJob(ada.id, "two\nlines");
  const [event] = await stream.next(1);
  expect(stream.frames[0]).toMatch(/^data: \{"_girderTime":[^\n]*$/);
  expect(event).toEqual({
    _girderTime: expect.closeTo(Date.now() / 1000, -2) as number,
    _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    type: "job_created",
    data: expect.objectContaining({ _id: id, title: "two\nlines", kwargs: "{}", status: 0 }) as unknown,
    time: expect.stringMatching(/^\d{4}-.*\+00:00$/) as string,
    updated: event?.["time"],
    expires: expect.stringMatching(/^\d{4}-.*\+00:00$/) as string,
    startTime: expect.closeTo(Date.now() / 1000, -2) as number,
    updatedTime: event?.["startTime"],
    userId: ada.id,
  });
});

test("[S-LIVE-02 on the wire] [S-JOBS-13 as text] each change of a job's status is announced; its log and progress too", async () => {
  const stream = await listen(`since=${later}`, { token: ada.token });
  const [input_folder, user_login] = ["0".repeat(24), ada.login];
  const kwargs = { params: { input_folder, user_login, user_id: ada.id, dataset_input_list: [input_folder] } };
  const { id } = await startJob(ada.id, "a job", server, kwargs);
  await ada.client.call("job.update", { id, status: 2, log: "begin" });
  await ada.client.call("job.update", { id, status: 2 });
  await ada.client.call("job.update", { id, progressTotal: 4, progressCurrent: 1, progressMessage: "m" });
  await ada.client.call("job.update", { id, status: 4, notify: false });
  await ada.client.call("job.update", { id, progressCurrent: 2 });
  const events = await stream.next(5);
  expect(events.map(({ type }) => type)).toEqual(["job_created", "job_log", "job_status", "progress", "progress"]);
  expect(JSON.parse((events[0]?.["data"] as { kwargs: string }).kwargs)).toEqual(kwargs);
  expect((await server.client.call("job.get", { id })).kwargs).toEqual(kwargs);
  expect(events[1]?.["data"]).toEqual({ _id: id, overwrite: false, text: "begin" });
  expect(events[2]?.["data"]).toMatchObject({ _id: id, status: 2, type: "convert", title: "a job" });
  expect(events[2]?.["data"]).not.toHaveProperty("kwargs");
  expect(events[3]).toMatchObject({
    _id: id,
    data: {
      title: "a job",
      total: 4,
      current: 1,
      message: "m",
      state: "active",
      resourceName: "job",
      resource: { _id: id },
    },
  });
  expect(events[4]).toMatchObject({ _id: id, data: { current: 2, state: "error" } });
});

test("no one hears of other people's jobs", async () => {
  const stream = await listen(`since=${later}`, { token: bob.token });
  await startJob(ada.id, "ada's");
  await startJob(server.userId, "the administrator's");
  await startJob(bob.id, "bob's");
  expect((await stream.next(1))[0]).toMatchObject({ data: { title: "bob's" } });
  const socket = await openSocket(bob.token);
  await startJob(ada.id, "ada's");
  await startJob(bob.id, "bob's second");
  expect(await socket.next()).toMatchObject({ data: { title: "bob's second" } });
});

test("`since` brings back what was missed, in order, once; a huge one means from now on, a negative one everything", async () => {
  const cleo = await server.createUser("cleo1");
  await startJob(cleo.id, "missed");
  const early = await listen("since=-1e300", { token: cleo.token });
  expect(await early.next(1)).toMatchObject([{ data: { title: "missed" } }]);
  early.close();
  const missed = await listen("since=-5", { token: cleo.token });
  await startJob(cleo.id, "live");
  const events = await missed.next(2);
  expect(events.map(({ data }) => (data as { title: string }).title)).toEqual(["missed", "live"]);
  const since = String(Number(events[1]?.["updatedTime"]));
  for (const query of [`since=${since}`, "since=1e300", "since=99999999999999999999"]) {
    const stream = await listen(query, { token: cleo.token });
    await startJob(cleo.id, query);
    expect((await stream.next(1))[0]).toMatchObject({ data: { title: query } });
    stream.close();
  }
  // Python's clocks count microseconds.
  const precise = await listen(`since=${(Number(since) + 0.000456).toFixed(6)}`, { token: cleo.token });
  expect((await precise.next(1))[0]).toMatchObject({ data: { title: `since=${since}` } });
  const refused = await server.fetch("/api/v1/notification/stream?since=yesterday", { token: cleo.token });
  expect(refused.status).toBe(400);
});

test("kept notifications are listed since a date, oldest change first", async () => {
  const dan = await server.createUser("dan1");
  await startJob(dan.id, "first");
  const list = await dan.client.call("notification.list", {});
  expect(list).toMatchObject([{ type: "job_created", data: { title: "first" }, userId: dan.id }]);
  const since = list[0]?.updated ?? "";
  expect(await dan.client.call("notification.list", { since })).toEqual([]);
  expect((await dan.client.call("notification.list", { since: "2020-01-01T00:00:00" })).length).toBe(1);
  await expect(dan.client.call("notification.list", { since: "soon" })).rejects.toMatchObject({ status: 400 });
});

test("[S-LIVE-06] the server ends a stream that was silent for `timeout` seconds", async () => {
  const stream = await listen(`since=${later}&timeout=1`, { token: bob.token });
  await expect(stream.next(1)).rejects.toThrow("the stream ended after 0 events");
});

test("without a token, and while the setting is off, there is no stream", async () => {
  const refused = await server.fetch("/api/v1/notification/stream", { token: null });
  expect(refused.status).toBe(401);
  await server.client.call("system.setSetting", { key: "core.notification_stream_enabled", value: "false" });
  const off = await server.fetch("/api/v1/notification/stream", { token: ada.token });
  expect([off.status, ((await off.json()) as { message: string }).message]).toEqual([
    503,
    "The notification stream is not enabled.",
  ]);
  await server.client.call("system.deleteSetting", { key: "core.notification_stream_enabled" });
});

test("a reader that does not read holds no one up, and is cut off", async () => {
  const eve = await server.createUser("eve1");
  const stuck = await listen(`since=${later}`, { token: eve.token });
  const { id } = await startJob(eve.id);
  const text = "x".repeat(20_000);
  const started = performance.now();
  for (let n = 0; n < 1500; n++)
    await server.server.services.notifications.publish(eve.id, "job_log", { _id: id, text });
  expect(performance.now() - started).toBeLessThan(60_000);
  const reader = await listen(`since=${later}`, { token: eve.token });
  await startJob(eve.id, "still heard");
  expect((await reader.next(1))[0]).toMatchObject({ data: { title: "still heard" } });
  await expect(stuck.next(1600)).rejects.toThrow(/the stream ended|terminated/);
});

interface Socket {
  next(): Promise<unknown>;
  readonly closed: Promise<number>;
}

async function openSocket(token: string, path = "/notifications/me", at = server): Promise<Socket> {
  const socket = new WebSocket(`${at.url.replace("http", "ws")}${path}?token=${token}`);
  readers.push({ close: () => socket.terminate() });
  const frames: unknown[] = [];
  let wake: () => void = () => undefined;
  socket.on("message", (data) => {
    frames.push(JSON.parse((data as Buffer).toString()));
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return {
    closed,
    next: async () => {
      while (frames.length === 0) await new Promise<void>((resolve) => void (wake = resolve));
      return frames.shift();
    },
  };
}

test.each(["/notifications/me", "/notification/me"])("%s sends the same events over a WebSocket", async (path) => {
  const socket = await openSocket(ada.token, path);
  const { id } = await startJob(ada.id, "by socket");
  expect(await socket.next()).toMatchObject({
    type: "job_created",
    data: { _id: id, created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00:00$/) as string },
  });
  await ada.client.call("job.update", { id, status: 2 });
  expect(await socket.next()).toMatchObject({ type: "job_status", data: { _id: id, status: 2 } });
});

test("a WebSocket without a token, with a wrong one or elsewhere is refused before it is open", async () => {
  await expect(openSocket("")).rejects.toThrow("403");
  await expect(openSocket("x".repeat(64))).rejects.toThrow("403");
  await expect(openSocket(ada.token, "/elsewhere")).rejects.toThrow("403");
  const { key } = await ada.client.call("apiKey.create", { name: "limited", scope: ["core.data.read"] });
  const { authToken } = await ada.client.call("apiKey.signIn", { key });
  await expect(openSocket(authToken.token)).rejects.toThrow("403");
});

test("a token that is revoked ends its streams and sockets at once, and no others", async () => {
  const ivy = await server.createUser("ivy1");
  const admin = server.client;
  const names = { id: ivy.id, firstName: "Ivy", lastName: "V", email: "ivy1@example.org" };
  const signIn = async (): Promise<string> => {
    const Authorization = `Basic ${btoa(`${ivy.login}:${ivy.password}`)}`;
    const response = await server.fetch("/api/v1/user/authentication", { token: null, headers: { Authorization } });
    return ((await response.json()) as { authToken: { token: string } }).authToken.token;
  };
  const apiKey = await ivy.client.call("apiKey.create", { name: "script" });
  const byKey = async (): Promise<string> =>
    (await ivy.client.call("apiKey.signIn", { key: apiKey.key })).authToken.token;
  const as = (token: string) => clientOf(server.url, token);
  const passwords = { old: ivy.password, new: ivy.password };

  const survivor = await openSocket(ivy.token);
  await expectEnd("session", await signIn(), (token) => as(token).call("token.deleteSession", {}));
  await expectEnd("sign-out", await signIn(), (token) => as(token).call("user.logout", {}));
  await expectEnd("key", await byKey(), () => ivy.client.call("apiKey.update", { id: apiKey._id, active: true }));
  await expectEnd("key gone", await byKey(), () => ivy.client.call("apiKey.delete", { id: apiKey._id }));
  await expectEnd("password", await signIn(), () => ivy.client.call("user.changePassword", passwords));
  await startJob(ivy.id, "still here");
  expect(await survivor.next()).toMatchObject({ data: { title: "still here" } });

  await expectEnd("password by an administrator", await signIn(), () =>
    admin.call("user.setPassword", { id: ivy.id, password: ivy.password }),
  );
  expect(await survivor.closed).toBe(3000);
  await expectEnd("disabled", await signIn(), () => admin.call("user.update", { ...names, status: "disabled" }));
  await admin.call("user.update", { ...names, status: "enabled" });
  await expectEnd("deleted", await signIn(), () => admin.call("user.delete", { id: ivy.id }));

  async function expectEnd(what: string, token: string, end: (token: string) => Promise<unknown>): Promise<void> {
    const stream = await listen(`since=${later}`, { token });
    const socket = await openSocket(token);
    const streamEnd = stream.next(1).then(
      () => "an event",
      (error: Error) => error.message,
    );
    await end(token);
    expect([what, await streamEnd, await socket.closed]).toEqual([
      what,
      expect.stringContaining("ended after 0"),
      3000,
    ]);
  }
});

test("a server that stops ends streams and sockets", async () => {
  const other = await startTestServer();
  const stream = await listen("timeout=300", { token: other.token }, other);
  const socket = await openSocket(other.token, "/notifications/me", other);
  await other.close();
  await expect(stream.next(1)).rejects.toThrow(/the stream ended|terminated/);
  expect(await socket.closed).toBe(1001);
});

test.skipIf(process.env[serverVariables.postgres] === undefined)(
  "two servers of one installation: what happens on one is heard on the other",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "wakeline-two-"));
    const first = await startTestServer({ dataFolder: folder });
    const second = await startTestServer({ dataFolder: folder });
    try {
      const stream = await listen(`since=${later}`, { token: second.token }, second);
      const socket = await openSocket(second.token, "/notifications/me", second);
      const { id } = await startJob(first.userId, "far away", first);
      await first.client.call("job.update", { id, status: 2 });
      expect((await stream.next(2)).map(({ type }) => type)).toEqual(["job_created", "job_status"]);
      expect(await socket.next()).toMatchObject({ type: "job_created", data: { title: "far away" } });
      const kept = await second.client.call("notification.list", {});
      expect(kept.map(({ type }) => type)).toEqual(["job_created", "job_status"]);
      // Signing out on one server ends the streams of the other.
      await first.fetch("/api/v1/token/session", { method: "DELETE", token: second.token });
      expect(await socket.closed).toBe(3000);
      await expect(stream.next(1)).rejects.toThrow("ended after 2");
    } finally {
      await first.close();
      await second.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
