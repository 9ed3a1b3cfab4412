/**
 * Things that expire: sessions, abandoned uploads, unreferenced contents; and things that must not expire when the
 * clock is set. On real adapters.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { openDiskBlobStore } from "../../server/adapters/disk/blob-store.ts";
import { guardedFetcher } from "../../server/adapters/http/guarded-fetcher.ts";
import { cacheFolder } from "../../server/adapters/disk/cache-folder.ts";
import { memoryEventBus } from "../../server/adapters/memory/event-bus.ts";
import { imageDecoder } from "../../server/adapters/sharp/decode-image.ts";
import { tilePainter } from "../../server/adapters/sharp/draw-tiles.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import { localHandler } from "../../server/domain/job-status.ts";
import { readConfig } from "../../server/config.ts";
import type { Ports } from "../../server/ports/index.ts";
import type { UserRecord } from "../../server/ports/records.ts";
import type { Actor } from "../../server/services/access/actor.ts";
import { etagOf } from "../../server/services/content/open-content.ts";
import { createServices, type Services } from "../../server/services/index.ts";
import { TokenScope } from "../../server/services/accounts/token.service.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

let nowMs: number;
/** How far the system clock is ahead. */
let clockSkewMs: number;
let folder: string;
let ports: Ports;
let services: Services;
let actor: Actor;
let privateId: string;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 1);
  clockSkewMs = 0;
  folder = await mkdtemp(join(tmpdir(), "wakeline-housekeeping-"));
  ports = {
    database: await openSqliteDatabase(join(folder, "test.db")),
    blobs: await openDiskBlobStore(folder),
    events: memoryEventBus((error) => {
      throw error;
    }),
    clock: { nowMs: () => nowMs + clockSkewMs, steadyMs: () => nowMs },
    ids: { next: () => newObjectId(nowMs + clockSkewMs) },
    urls: guardedFetcher(),
    imageDecoder: imageDecoder(),
    annotationImages: cacheFolder(join(folder, "cache"), 0),
    largeImages: { ...tilePainter, buildPyramid: () => Promise.reject(new Error("there is no image here")) },
    videoProbe: {
      probe: () => Promise.reject(new Error("there is no video here")),
      probeTimes: () => Promise.reject(new Error("there is no video here")),
      copyAround: () => Promise.reject(new Error("there is no video here")),
    },
    mediaSources: { someSign: false, open: () => Promise.reject(new Error("there is no media source here")) },
    pipelineEngines: [],
    trainingEngines: [],
  };
  const { limits } = readConfig({}, {});
  const settings = { registrationPolicy: "open", reportUrl: "", sendsMail: false, signInAt: "" } as const;
  const health = { versions: { wakeline: "0", node: "0", schema: 0 }, database: "sqlite" } as const;
  services = createServices(ports, { settings, limits, facts: {}, health });
  const first = await services.users.beginFirstStart();
  if (first === undefined) throw new Error("the database is not empty");
  actor = { user: first.user };
  const query = { parent: { type: "user", id: first.user.id }, name: "Private", limit: 0, offset: 0 } as const;
  const found = await services.folders.list(actor, query, { by: "name", descending: false });
  privateId = found.rows[0]?.record.id ?? "";
});
afterEach(async () => {
  await services.close();
  await ports.database.close();
  await rm(folder, { recursive: true });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("a first start of another server is waited for, and begun again when that has fallen silent", async () => {
  const { settings } = ports.database;
  await services.users.endFirstStart();
  expect(await services.users.beginFirstStart(false)).toBeUndefined();
  await settings.set("wakeline.first_start", "begun");
  const ended = services.users.beginFirstStart(false);
  await settings.remove("wakeline.first_start");
  expect(await ended).toBeUndefined();
  await settings.set("wakeline.first_start", "begun");
  let isBegun = false;
  const silent = services.users.beginFirstStart(false).finally(() => (isBegun = true));
  await expect.poll(() => ((nowMs += 16_000), isBegun)).toBe(true);
  expect(await silent).toMatchObject({ user: { login: "admin" } });
});

test("a first start that its server gives up is begun again without a wait, another's claim stays", async () => {
  const { settings } = ports.database;
  await services.users.close();
  // The fake clock does not advance: waiting for a silent claim would never end.
  const again = await services.users.beginFirstStart(false);
  expect(again?.user.login).toBe("admin");
  await settings.set("wakeline.first_start", "begun");
  await services.users.close();
  expect(await settings.get("wakeline.first_start")).toBe("begun");
});

test("a server that ends before its first start has come to an end gives it up", async () => {
  await services.close();
  expect(await ports.database.settings.get("wakeline.first_start")).toBe("given up");
});

test("a session ends after half a year, a one-time link after a day", async () => {
  const signIn = await services.signIns.createTemporaryToken("admin");
  const session = await services.signIns.signInWithTemporaryToken(actor.user?.id ?? "", signIn?.token.text ?? "");
  const link = await services.signIns.createTemporaryToken("admin");
  nowMs += dayMs - 1;
  expect((await services.tokens.find(link?.token.text ?? ""))?.id).toBe(link?.token.record.id);
  nowMs += 1;
  expect(await services.tokens.find(link?.token.text ?? "")).toBeUndefined();
  expect((await services.tokens.authenticate(session.token.text)).user?.login).toBe("admin");
  nowMs += 179 * dayMs;
  expect(await services.tokens.authenticate(session.token.text)).toEqual({});
  expect((await services.sweep.run()).tokens).toBe(2);
});

test("an upload that no one continues for a day is dropped with its bytes", async () => {
  const target = { parentType: "folder", parentId: privateId, name: "a", size: 6 } as const;
  const started = await services.uploads.create(actor, target, { source: bytes("abc"), length: 3 });
  const id = "upload" in started ? started.upload.id : "";
  nowMs += dayMs - 1;
  await services.sweep.run();
  expect(await services.uploads.offset(actor, id)).toBe(3);
  nowMs += 2;
  expect((await services.sweep.run()).uploads).toBe(1);
  await expect(services.uploads.offset(actor, id)).rejects.toThrow(`Invalid upload id (${id}).`);
  expect(await ports.blobs.listUploads()).toEqual([]);
});

test("bytes of an upload without a row are deleted at the next start", async () => {
  const orphan = newObjectId();
  await ports.blobs.append(orphan, 0, bytes("abc"), 10);
  const target = { parentType: "folder", parentId: privateId, name: "a", size: 6 } as const;
  await services.uploads.create(actor, target, { source: bytes("abc"), length: 3 });
  expect(await services.uploads.dropOrphans()).toBe(1);
  expect(await ports.blobs.listUploads()).toHaveLength(1);
});

test("a folder stays in the trash for 30 days", async () => {
  const made = await services.folders.create(actor, { parentType: "folder", parentId: privateId, name: "old" });
  const below = { parentType: "folder", parentId: made.record.id, name: "below" } as const;
  const { record } = await services.folders.create(actor, below);
  const { entry } = await services.trash.put(actor, made.record.id);
  nowMs += 30 * dayMs;
  expect((await services.sweep.run()).trash).toBe(0);
  expect((await services.trash.list(actor, { limit: 0, offset: 0 })).rows).toHaveLength(1);
  nowMs += 2;
  expect((await services.sweep.run()).trash).toBe(1);
  expect(await ports.database.folders.findMany([made.record.id, record.id])).toEqual([]);
  await expect(services.trash.restore(actor, entry.id)).rejects.toThrow("Invalid trash entry id");
});

test("a content is deleted after its last file, and not before", async () => {
  const store = async (name: string) =>
    await services.uploads.storeFile(actor, { folderId: privateId, name, mimeType: "text/plain" }, bytes("shared"));
  const [first, second] = [await store("1"), await store("2")];
  const hash = etagOf(first.file);
  expect(etagOf(second.file)).toBe(hash);
  await services.items.remove(actor, first.item.id);
  nowMs += 2 * hourMs;
  expect((await services.sweep.run()).contents).toBe(0);
  expect(await ports.blobs.has(hash)).toBe(true);
  await services.items.remove(actor, second.item.id);
  expect((await services.sweep.run()).contents).toBe(1);
  expect(await ports.blobs.has(hash)).toBe(false);
  const third = await store("3");
  expect((await services.files.readAll(third.file, 100)).length).toBe(6);
});

test("a sweep that died in the middle is finished by the next one; until then the content is not relied on", async () => {
  const { item, file } = await services.uploads.storeFile(
    actor,
    { folderId: privateId, name: "1", mimeType: "text/plain" },
    bytes("doomed"),
  );
  await services.items.remove(actor, item.id);
  nowMs += 2 * hourMs;
  expect(await ports.database.blobs.markUnreferenced(nowMs, 10)).toEqual([etagOf(file)]);
  const again = services.uploads.storeFile(
    actor,
    { folderId: privateId, name: "2", mimeType: "text/plain" },
    bytes("doomed"),
  );
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect((await services.sweep.run()).contents).toBe(1);
  const stored = await again;
  expect(Buffer.from(await services.files.readAll(stored.file, 100)).toString()).toBe("doomed");
});

test("jobs of the server that a crash left behind end; those of others go on", async () => {
  const start = async (type: string) =>
    (await services.jobs.create({ title: type, type, handler: localHandler, userId: null, status: 2 })).id;
  const left = await start("DIVE Batch Postprocess");
  const foreign = await start("someone else's");
  nowMs += 2 * hourMs;
  const fresh = await start("DIVE Batch Postprocess");
  expect((await services.sweep.run()).jobs).toBe(1);
  expect(await services.jobs.statusOf(left)).toBe(4);
  expect(await ports.database.jobs.log(left)).toEqual([
    "The server stopped before the job was done. Start it again.\n",
  ]);
  for (const id of [foreign, fresh]) expect(await services.jobs.statusOf(id)).toBe(2);
});

test("a running job is not abandoned, however long it is silent; other servers see that it continues", async () => {
  const { id } = await services.jobs.create({
    title: "a",
    type: "DIVE Batch Postprocess",
    handler: localHandler,
    userId: null,
    status: 2,
  });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const running = services.runningJobs.keepAlive(id, () => ended);
  nowMs += 2 * hourMs;
  expect((await services.sweep.run()).jobs).toBe(0);
  await services.runningJobs.beat();
  expect((await ports.database.jobs.find(id))?.updatedMs).toBe(nowMs);
  end();
  await running;
  // No worker runs it, but its last heartbeat counts for an hour.
  expect((await services.sweep.run()).jobs).toBe(0);
  nowMs += 2 * hourMs;
  expect((await services.sweep.run()).jobs).toBe(1);
});

test("notifications go after an hour", async () => {
  const userId = actor.user?.id ?? "";
  await services.notifications.publish(userId, "job_status", {});
  expect(await services.notifications.list(actor, undefined)).toHaveLength(1);
  nowMs += hourMs;
  expect((await services.sweep.run()).notifications).toBe(1);
  expect(await services.notifications.list(actor, undefined)).toEqual([]);
});

describe("a clock that is set", () => {
  const yearMs = 365 * dayMs;
  const startJob = () =>
    services.jobs.create({ title: "a", type: "convert", handler: localHandler, userId: null, status: 2 });
  const startUpload = async (): Promise<string> => {
    const target = { parentType: "folder", parentId: privateId, name: "a", size: 6 } as const;
    const started = await services.uploads.create(actor, target, { source: bytes("abc"), length: 3 });
    return "upload" in started ? started.upload.id : "";
  };
  const nothing = {
    uploads: 0,
    contents: 0,
    tokens: 0,
    notifications: 0,
    jobs: 0,
    imports: 0,
    trash: 0,
    messages: 0,
    ranks: 0,
    broughtBack: 0,
  };

  test("ahead by a year: nothing is dropped for being old until the clock has gone evenly for an hour", async () => {
    const { id: jobId } = await startJob();
    const [going, left] = [await startUpload(), await startUpload()];
    // A content whose file does not exist yet, and sessions.
    await ports.database.blobs.claim("0".repeat(64), 3, nowMs);
    const session = await services.signIns.startSession(actor.user as UserRecord);
    await services.notifications.publish(actor.user?.id ?? "", "job_status", {});
    clockSkewMs = yearMs;
    expect(await services.sweep.run()).toEqual({ ...nothing, clockSetMs: yearMs });
    nowMs += hourMs - 1;
    expect(await services.sweep.run()).toEqual({ ...nothing, clockSetMs: 0 });
    // Uploads and jobs in progress have reported activity by now.
    await services.uploads.receive(actor, going, 3, { source: bytes("d"), length: 1 });
    await services.jobs.change(jobId, { log: "still here" });
    nowMs += 1;
    const swept = {
      uploads: 1,
      contents: 1,
      tokens: 1,
      notifications: 1,
      jobs: 0,
      imports: 0,
      messages: 0,
      trash: 0,
      ranks: 0,
      broughtBack: 0,
      clockSetMs: 0,
    };
    expect(await services.sweep.run()).toEqual(swept);
    expect(await services.uploads.offset(actor, going)).toBe(4);
    await expect(services.uploads.offset(actor, left)).rejects.toThrow("Invalid upload id");
    expect(await services.jobs.statusOf(jobId)).toBe(2);
    expect(await services.tokens.find(session.token.text)).toBeUndefined();
  });

  test("ahead by a year and set right again within the hour: nothing is lost", async () => {
    const upload = await startUpload();
    const session = await services.signIns.startSession(actor.user as UserRecord);
    const { id: jobId } = await startJob();
    clockSkewMs = yearMs;
    await services.sweep.run();
    nowMs += hourMs / 2;
    clockSkewMs = 0;
    expect(await services.sweep.run()).toEqual({ ...nothing, clockSetMs: -yearMs });
    expect(await services.uploads.offset(actor, upload)).toBe(3);
    expect((await services.tokens.authenticate(session.token.text)).user?.login).toBe("admin");
    nowMs += hourMs / 4;
    await services.jobs.change(jobId, { log: "still here" });
    nowMs += hourMs;
    expect((await services.sweep.run()).uploads).toBe(0);
    expect(await services.uploads.offset(actor, upload)).toBe(3);
  });

  test("set right after it was ahead: what it had dated lives no longer than if it had been right", async () => {
    clockSkewMs = 10 * yearMs;
    const session = await services.signIns.startSession(actor.user as UserRecord);
    const link = await services.signIns.createTemporaryToken("admin");
    const upload = await startUpload();
    const { id: jobId } = await startJob();
    await ports.database.blobs.claim("0".repeat(64), 3, nowMs + clockSkewMs);
    await services.notifications.publish(actor.user?.id ?? "", "job_status", {});
    clockSkewMs = 0;
    await services.sweep.run();
    nowMs += hourMs;
    expect((await services.sweep.run()).broughtBack).toBe(6);
    expect((await services.sweep.run()).broughtBack).toBe(0);
    expect((await services.tokens.authenticate(session.token.text)).user?.login).toBe("admin");
    nowMs += hourMs;
    expect((await services.sweep.run()).notifications).toBe(1);
    nowMs += hourMs;
    const { contents, jobs } = await services.sweep.run();
    expect([contents, jobs, await services.jobs.statusOf(jobId)]).toEqual([1, 1, 4]);
    nowMs += dayMs - 2 * hourMs;
    expect(await services.uploads.offset(actor, upload)).toBe(3);
    expect(await services.tokens.find(link?.token.text ?? "")).toBeUndefined();
    nowMs += 1;
    expect((await services.sweep.run()).uploads).toBe(1);
    nowMs += 179 * dayMs;
    expect(await services.tokens.authenticate(session.token.text)).toEqual({});
  });

  test("a machine that sleeps and wakes, and a clock that is corrected by seconds", async () => {
    const left = await startUpload();
    nowMs += 2 * dayMs;
    clockSkewMs = 50_000;
    // Small corrections do not delay anything.
    expect(await services.sweep.run()).toMatchObject({ uploads: 1, clockSetMs: 0 });
    expect(left).not.toBe("");
    const again = await startUpload();
    // Asleep for two days: only the wall clock has advanced.
    clockSkewMs += 2 * dayMs;
    expect(await services.sweep.run()).toMatchObject({ uploads: 0, clockSetMs: 2 * dayMs });
    expect(await services.uploads.offset(actor, again)).toBe(3);
    nowMs += hourMs;
    expect((await services.sweep.run()).uploads).toBe(1);
  });

  test("a chunk that takes longer than uploads may rest is not dropped under way", async () => {
    const upload = await startUpload();
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("d");
      await rest;
      yield Buffer.from("ef");
    }
    const receiving = services.uploads.receive(actor, upload, 3, { source: slowly(), length: 3 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    nowMs += 2 * dayMs;
    expect((await services.sweep.run()).uploads).toBe(0);
    sendRest();
    expect(await receiving).toMatchObject({ file: { size: 6 } });
  });

  test("a content that was swept while it was being stored does not become a file without bytes", async () => {
    const commit = ports.blobs.commit.bind(ports.blobs);
    vi.spyOn(ports.blobs, "commit").mockImplementationOnce(async (...args) => {
      await commit(...args);
      nowMs += 2 * hourMs;
      expect((await services.sweep.run()).contents).toBe(1);
    });
    const given = { folderId: privateId, name: "1", mimeType: "text/plain" };
    await expect(services.uploads.storeFile(actor, given, bytes("slow"))).rejects.toThrow("Upload it again");
    const stored = await services.uploads.storeFile(actor, given, bytes("slow"));
    expect(Buffer.from(await services.files.readAll(stored.file, 100)).toString()).toBe("slow");
  });
});

test("a day after a one-time link its session asks for the old password like any other", async () => {
  const made = await services.signIns.createTemporaryToken("admin");
  const link = [made?.user.id ?? "", made?.token.text ?? ""] as const;
  const { token } = await services.signIns.signInWithTemporaryToken(...link);
  const change = { oldPassword: "", newPassword: "a new one", revokeKeys: false };
  nowMs += dayMs - 1;
  const early = await services.tokens.authenticate(token.text);
  expect(early.token?.scopes).toEqual([TokenScope.userAuth, TokenScope.newPassword]);
  nowMs += 1;
  const late = await services.tokens.authenticate(token.text);
  expect(late.token?.scopes).toEqual([TokenScope.userAuth]);
  await expect(services.users.changePassword(late, change, "192.0.2.1")).rejects.toThrow("Old password must not be");
  await services.users.changePassword(early, change, "192.0.2.1");
});
