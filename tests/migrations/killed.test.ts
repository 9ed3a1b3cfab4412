/** `kill -9` in the middle of a migration: the next start finds the previous schema, and continues. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { migrate as migratePostgres } from "../../server/adapters/postgres/migrate.ts";
import { openPools } from "../../server/adapters/postgres/pools.ts";
import { migrations } from "../../server/adapters/sql/migrations/index.ts";
import { migrate as migrateSqlite } from "../../server/adapters/sqlite/migrate.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTestServer } from "../support/test-server.ts";
import {
  type Content,
  contentOf,
  forPostgres,
  postgresTables,
  requireStillStored,
  type Rows,
  schemaOf,
  sqliteTables,
} from "./content.ts";
import { fixturePath } from "./make-fixture.ts";

const script = fileURLToPath(new URL("migrate-and-hang.ts", import.meta.url));
const newest = migrations.at(-1)?.version ?? 0;
/** A few old ones and the newest: old migrations do not change, and all run in the same way. */
const steps = [2, 7, 12, newest - 2, newest - 1, newest];
const oldest = readFileSync(fixturePath(1), "utf8");

/** @param isHanging polled until it returns true, then the process is killed */
async function killWithin(place: string, step: number, isHanging: () => Promise<boolean> | boolean): Promise<void> {
  const child = spawn(process.execPath, [script, place, String(step)], { stdio: ["ignore", "inherit", "inherit"] });
  const exited = once(child, "exit");
  try {
    while (!(await isHanging())) {
      if (child.exitCode !== null) throw new Error(`the migration ended with ${child.exitCode} instead of hanging`);
      await sleep(10);
    }
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}

describe("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-killed-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const query =
    (path: string, timeout = 5000) =>
    (sql: string): Rows => {
      const db = new DatabaseSync(path, { timeout });
      try {
        return db.prepare(sql).all();
      } finally {
        db.close();
      }
    };
  const versionOf = (path: string): unknown =>
    query(path)("SELECT max(version) AS version FROM schema_migrations")[0]?.["version"];
  const isLocked = (path: string): boolean => {
    try {
      query(path, 0)("BEGIN IMMEDIATE");
      return false;
    } catch (error) {
      return /locked/.test(String(error));
    }
  };

  test.for(steps)(
    "in the middle of step %i: the schema before it, and the next start brings it up to date",
    async (step) => {
      const dataFolder = join(folder, String(step));
      mkdirSync(dataFolder);
      const path = join(dataFolder, "wakeline.db");
      const db = new DatabaseSync(path);
      db.exec(oldest);
      db.close();
      const content = (): Promise<Content> =>
        contentOf(
          query(path)(sqliteTables).map(({ name }) => String(name)),
          query(path),
        );
      const before = await content();

      // The process that holds the lock once the previous migration is done is within this one.
      await killWithin(path, step, async () => {
        if (versionOf(path) !== step - 1 || !isLocked(path)) return false;
        // Its first half is almost instantaneous.
        await sleep(50);
        return isLocked(path);
      });
      expect(versionOf(path)).toBe(step - 1);
      expect(query(path)("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
      requireStillStored(before, await content());
      const asBefore = join(dataFolder, "as-before.db");
      migrateSqlite(asBefore, migrations.slice(0, step - 1));
      expect(schemaOf(query(path))).toEqual(schemaOf(query(asBefore)));

      // `migrations.test.ts` starts a server on each schema; here it is done once.
      if (step === newest) await requireServes(dataFolder);
      else migrateSqlite(path);
      expect(versionOf(path)).toBe(newest);
      migrateSqlite(asBefore);
      expect(schemaOf(query(path))).toEqual(schemaOf(query(asBefore)));
    },
  );
});

async function requireServes(dataFolder: string): Promise<void> {
  const server = await startTestServer({ dataFolder, databaseUrl: "", blobUrl: "", signInAs: "ada1" });
  try {
    expect(await server.client.call("dataset.list", {})).toMatchObject([{ name: "Ships 100%", meta: { fps: 29.97 } }]);
  } finally {
    await server.close();
  }
}

describe("PostgreSQL", () => {
  // All migrations are one transaction, so the first, the last and one in between are enough.
  const some = [2, Math.ceil(newest / 2), newest];
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  // Each waits two seconds for the connection of a dead process: in parallel.
  test.concurrent.for(some)("in the middle of step %i: nothing of it, and the next start goes on", async (step) => {
    const { url } = await createSchema(server.url);
    const client = new Client({ connectionString: url });
    const pools = openPools(url, { warn: () => undefined });
    await client.connect();
    try {
      await client.query(forPostgres(oldest));
      const query = async (sql: string): Promise<Rows> => (await client.query<Record<string, unknown>>(sql)).rows;
      const names = async (): Promise<string[]> => (await query(postgresTables)).map(({ name }) => String(name)).sort();
      const tables = await names();
      const before = await contentOf(tables, query);
      const hangs = `wait_event = 'PgSleep' AND application_name = 'hangs in step ${step}'`;
      const asleep = `SELECT 1 FROM pg_stat_activity WHERE ${hangs}`;
      await killWithin(url, step, async () => (await query(asleep)).length > 0);
      // The next start waits for a connection that has no owner any longer.
      const next = migratePostgres(pools.writers, "here");
      expect(await names()).toEqual(tables);
      expect(await next).toEqual(migrations.slice(1).map(({ name }) => name));
      requireStillStored(before, await contentOf(await names(), query));
      expect((await names()).length).toBeGreaterThan(tables.length);
    } finally {
      await client.end();
      await pools.close();
    }
  });
});
