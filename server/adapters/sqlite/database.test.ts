/** SQLite follows the contract of the port; the folder lock and the migrations. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { describeAnnotations } from "../../ports/contract/annotations.ts";
import { describeJobQueue } from "../../ports/contract/job-queue.ts";
import { describeJobs } from "../../ports/contract/jobs.ts";
import { describeDatabase } from "../../ports/contract/database.ts";
import { describeReview } from "../../ports/contract/review.ts";
import { ThreadCalls } from "../../../core-wasm/threads/thread-calls.ts";
import { userRecord } from "../../ports/contract/example-records.ts";
import type { Database } from "../../ports/database.ts";
import { lockDataFolder } from "../disk/data-folder.ts";
import { openSqliteDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "../sql/migrations/index.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-db-"));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function open(path = join(temporaryFolder(), "test.db")): Promise<Database> {
  const database = await openSqliteDatabase(path);
  cleanUps.push(() => database.close());
  return database;
}

describe("contract", () => {
  // One database for all tests, emptied for each: starting its threads takes longer than everything else.
  const folder = mkdtempSync(join(tmpdir(), "wakeline-db-"));
  const [path, fresh] = [join(folder, "test.db"), join(folder, "fresh.db")];
  let shared: Database;
  beforeAll(async () => {
    migrate(fresh);
    shared = await openSqliteDatabase(path);
  });
  afterAll(async () => {
    await shared.close();
    rmSync(folder, { recursive: true });
  });
  const emptied = (): Promise<Database> => {
    makeFresh(path, fresh);
    return Promise.resolve(shared);
  };
  // Separate: the setup of one is useless to the others.
  describe("database", () => {
    describeDatabase(emptied);
  });
  describe("annotations", () => {
    describeAnnotations(emptied);
  });
  describe("jobs", () => {
    describeJobs(emptied);
  });
  describe("queue", () => {
    describeJobQueue(emptied);
  });
  describe("review", () => {
    describeReview(emptied);
  });
});

/** Replaces the rows of a database by those of a new one. */
function makeFresh(path: string, fresh: string): void {
  const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 10_000 });
  db.prepare("ATTACH ? AS fresh").run(fresh);
  const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  expect(names.length).toBeGreaterThan(10);
  db.exec("BEGIN");
  for (const { name } of names) {
    db.exec(
      `DELETE FROM main."${String(name)}"; INSERT INTO main."${String(name)}" SELECT * FROM fresh."${String(name)}"`,
    );
  }
  db.exec("COMMIT");
  db.close();
}

test("a second thread reads as soon as the first is busy, and not while that one starts", async () => {
  const calls = vi.spyOn(ThreadCalls.prototype, "call");
  cleanUps.push(() => calls.mockRestore());
  const database = await open();
  const read = (): Promise<unknown> => database.users.find("unknown");
  const threads = (): number => new Set(calls.mock.contexts).size;
  await Promise.all([read(), read(), read()]);
  await read();
  expect(threads()).toBe(1);
  await Promise.all([read(), read()]);
  expect(threads()).toBe(2);
  await Promise.all([read(), read(), read(), read()]);
  expect(threads()).toBe(2);
});

test("the numbers of the migrations have no gaps", () => {
  expect(migrations.map((step) => step.version)).toEqual(migrations.map((_, index) => index + 1));
});

test("a migration that fails leaves the schema of the step before", () => {
  const path = join(temporaryFolder(), "test.db");
  const good = { version: 1, name: "good", sql: "CREATE TABLE a (x TEXT)" };
  const bad = { version: 2, name: "bad", sql: "CREATE TABLE b (x TEXT); CREATE TABLE a (x TEXT)" };
  expect(() => migrate(path, [good, bad])).toThrow("already exists");
  const db = new DatabaseSync(path);
  cleanUps.push(() => db.close());
  const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  expect(tables.map((row) => row["name"])).toEqual(["a", "schema_migrations"]);
  expect(migrate(path, [good, { ...bad, sql: "CREATE TABLE b (x TEXT)" }])).toEqual(["bad"]);
});

test("a database of a newer version is left alone, with a message", async () => {
  const path = join(temporaryFolder(), "test.db");
  await open(path);
  expect(() => migrate(path, [])).toThrow("newer Wakeline");
});

test("commits are durable", async () => {
  const path = join(temporaryFolder(), "test.db");
  const database = await open(path);
  await database.users.insert(userRecord("ada1"));
  const db = new DatabaseSync(path);
  cleanUps.push(() => db.close());
  expect(db.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(db.prepare("SELECT login FROM users").all()).toEqual([{ login: "ada1" }]);
});

test("closing while a transaction does not end says so, and closes all threads", async () => {
  const path = join(temporaryFolder(), "test.db");
  const database = await openSqliteDatabase(path);
  const begun = Promise.withResolvers<void>();
  void database.transaction("site", async () => {
    begun.resolve();
    await Promise.withResolvers<void>().promise;
  });
  await begun.promise;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  cleanUps.push(() => vi.useRealTimers());
  await Promise.all([expect(database.close()).rejects.toThrow("busy"), vi.advanceTimersByTimeAsync(30_000)]);
  // No transaction holds the file any more.
  const db = new DatabaseSync(path);
  cleanUps.push(() => db.close());
  db.exec("BEGIN IMMEDIATE");
});

test("the write-ahead log is copied into the file, and does not grow for ever", async () => {
  const path = join(temporaryFolder(), "test.db");
  const database = await open(path);
  const track = { kind: "track", begin: 0, end: 0, label: "fish", payload: "x".repeat(2 ** 20) } as const;
  const tracks = [0, 1, 2, 3].map((id) => ({ ...track, id }));
  for (let revision = 1; revision <= 12; revision++) {
    await database.transaction("site", (tx) =>
      tx.annotations.insert({ datasetId: "a", setName: "" }, revision, tracks),
    );
  }
  const megabytes = (name: string): number => statSync(name).size / 2 ** 20;
  // Of 48 MB, all except what does not justify a checkpoint yet.
  await vi.waitFor(() => expect(megabytes(path)).toBeGreaterThan(42), 5000);
  expect(megabytes(`${path}-wal`)).toBeLessThan(26);
});

test("a data folder belongs to one server, until that one ends", () => {
  const folder = temporaryFolder();
  const first = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(`is in use by another Wakeline server (process ${process.pid})`);
  first.release();
  lockDataFolder(folder).release();
});
