/** What goes by itself with time: sessions, abandoned uploads, contents that nothing refers to. On real adapters. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openDiskBlobStore } from "../../server/adapters/disk/blob-store.ts";
import { guardedFetcher } from "../../server/adapters/http/guarded-fetcher.ts";
import { memoryEventBus } from "../../server/adapters/memory/event-bus.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { newObjectId } from "../../server/base/object-id.ts";
import { LOCAL_HANDLER } from "../../server/domain/job-status.ts";
import { readConfig } from "../../server/config.ts";
import type { Ports } from "../../server/ports/index.ts";
import type { Actor } from "../../server/services/actor.ts";
import { createServices, type Services } from "../../server/services/index.ts";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

let nowMs: number;
let folder: string;
let ports: Ports;
let services: Services;
let actor: Actor;
let privateId: string;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 0, 1);
  folder = await mkdtemp(join(tmpdir(), "wakeline-housekeeping-"));
  ports = {
    database: await openSqliteDatabase(join(folder, "test.db")),
    blobs: await openDiskBlobStore(folder),
    events: memoryEventBus((error) => {
      throw error;
    }),
    clock: { nowMs: () => nowMs },
    ids: { next: () => newObjectId(nowMs) },
    urls: guardedFetcher(),
    videoProbe: { probe: () => Promise.reject(new Error("there is no video here")) },
  };
  const { limits } = readConfig({}, {});
  services = createServices(ports, { settings: { registrationPolicy: "open" }, limits, facts: {} });
  const first = await services.users.beginFirstStart();
  if (first === undefined) throw new Error("the database is not empty");
  actor = { user: first.user };
  const query = { parent: { type: "user", id: first.user.id }, name: "Private", limit: 0, offset: 0 } as const;
  const found = await services.folders.list(actor, query, { by: "name", descending: false });
  privateId = found.rows[0]?.record.id ?? "";
});
afterEach(async () => {
  await ports.database.close();
  await rm(folder, { recursive: true });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("a session ends after half a year, a one-time link after a day", async () => {
  const signIn = await services.users.createTemporaryToken("admin");
  const session = await services.users.signInWithTemporaryToken(actor.user?.id ?? "", signIn?.token.text ?? "");
  const link = await services.users.createTemporaryToken("admin");
  nowMs += dayMs - 1;
  expect((await services.tokens.find(link?.token.text ?? ""))?.id).toBe(link?.token.record.id);
  nowMs += 1;
  expect(await services.tokens.find(link?.token.text ?? "")).toBeUndefined();
  expect((await services.tokens.authenticate(session.token.text)).user?.login).toBe("admin");
  nowMs += 179 * dayMs;
  expect(await services.tokens.authenticate(session.token.text)).toEqual({});
  expect((await services.sweep.run()).tokens).toBe(2);
});

test("an upload that nobody continues for a day is dropped with its bytes", async () => {
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

test("bytes of an upload whose row is gone are dropped at the next start", async () => {
  const orphan = newObjectId();
  await ports.blobs.append(orphan, 0, bytes("abc"), 10);
  const target = { parentType: "folder", parentId: privateId, name: "a", size: 6 } as const;
  await services.uploads.create(actor, target, { source: bytes("abc"), length: 3 });
  expect(await services.uploads.dropOrphans()).toBe(1);
  expect(await ports.blobs.listUploads()).toHaveLength(1);
});

test("a content goes when its last file has gone, and not before", async () => {
  const store = async (name: string) =>
    await services.uploads.storeFile(actor, { folderId: privateId, name, mimeType: "text/plain" }, bytes("shared"));
  const [first, second] = [await store("1"), await store("2")];
  const hash = first.file.blobHash ?? "";
  expect(second.file.blobHash).toBe(hash);
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
  expect(await ports.database.blobs.markUnreferenced(nowMs, 10)).toEqual([file.blobHash]);
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
    (await services.jobs.create({ title: type, type, handler: LOCAL_HANDLER, userId: null, status: 2 })).id;
  const left = await start("DIVE Batch Postprocess");
  const foreign = await start("somebody else's");
  nowMs += 2 * hourMs;
  const fresh = await start("DIVE Batch Postprocess");
  expect((await services.sweep.run()).jobs).toBe(1);
  expect(await services.jobs.statusOf(left)).toBe(4);
  expect(await ports.database.jobs.log(left)).toEqual(["The server ended before the job was done. Start it again.\n"]);
  for (const id of [foreign, fresh]) expect(await services.jobs.statusOf(id)).toBe(2);
});

test("notifications go after an hour", async () => {
  const userId = actor.user?.id ?? "";
  await services.notifications.publish(userId, "job_status", {});
  expect(await services.notifications.list(actor, undefined)).toHaveLength(1);
  nowMs += hourMs;
  expect((await services.sweep.run()).notifications).toBe(1);
  expect(await services.notifications.list(actor, undefined)).toEqual([]);
});
