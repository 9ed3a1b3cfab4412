/** Databases of every earlier version become the newest one and keep what is in them. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { migrate as migratePostgres } from "../../server/adapters/postgres/migrate.ts";
import { openPools } from "../../server/adapters/postgres/pools.ts";
import { migrations } from "../../server/adapters/sql/migrations/index.ts";
import { migrate as migrateSqlite } from "../../server/adapters/sqlite/migrate.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTestServer } from "../support/test-server.ts";
import { contentOf, forPostgres, postgresTables, requireKept, type Rows, schemaOf, sqliteTables } from "./content.ts";
import { rowsSince } from "./example-rows.ts";
import { fixturePath } from "./make-fixture.ts";

const newest = migrations.at(-1)?.version ?? 0;
/** The newest one gets its fixture together with the step that follows it, at the latest. */
const versions = migrations.map(({ version }) => version).filter((version) => existsSync(fixturePath(version)));
const textOf = (version: number): string => readFileSync(fixturePath(version), "utf8");

test("every earlier schema has a fixture, and every table of it has rows", () => {
  for (let version = 1; version < newest; version++) {
    expect(versions, `run make-fixture.ts for schema ${version}`).toContain(version);
  }
  for (const version of versions) {
    const text = textOf(version);
    for (const [, table] of text.matchAll(/CREATE TABLE (\w+)/g)) expect(text).toContain(`INSERT INTO ${table} `);
  }
  expect(versions.length).toBeGreaterThan(3);
  expect(Object.keys(rowsSince).length).toBeGreaterThan(3);
});

describe("SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "wakeline-migrations-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (path: string): ((sql: string) => Rows) => {
    const db = new DatabaseSync(path);
    return (sql) => {
      try {
        return db.prepare(sql).all();
      } catch (error) {
        db.close();
        throw error;
      }
    };
  };
  const tablesOf = (query: (sql: string) => Rows): string[] => query(sqliteTables).map(({ name }) => String(name));

  test.for(versions)("schema %i becomes the newest with its data, and a server runs on it", async (version) => {
    const dataFolder = join(folder, String(version));
    mkdirSync(dataFolder);
    const path = join(dataFolder, "wakeline.db");
    const db = new DatabaseSync(path);
    db.exec(textOf(version));
    db.close();
    const before = await contentOf(tablesOf(open(path)), open(path));
    expect(migrateSqlite(path)).toHaveLength(newest - version);
    requireKept(before, await contentOf(Object.keys(before), open(path)));
    // The same schema as of a database that was made today.
    const fresh = join(dataFolder, "fresh.db");
    migrateSqlite(fresh);
    expect(schemaOf(open(path))).toEqual(schemaOf(open(fresh)));
    expect(open(path)("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);

    const server = await startTestServer({ dataFolder, databaseUrl: "", blobUrl: "", signInAs: "ada1" });
    try {
      const me = await server.client.call("user.me", {});
      expect(me).toMatchObject({ login: "ada1", lastName: "O'Löve\u2028lace", admin: true });
      const [dataset] = await server.client.call("dataset.list", {});
      expect(dataset).toMatchObject({ name: "Ships 100%", meta: { fps: 29.97 } });
      const tracks = await server.client.call("annotation.tracks", { folderId: dataset?._id ?? "" });
      expect(tracks.map(({ confidencePairs }) => confidencePairs)).toEqual(version < 2 ? [] : [[["shark", 1]]]);
    } finally {
      await server.close();
    }
  });
});

describe("PostgreSQL", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  test.for(versions)("schema %i becomes the newest with its data", async (version) => {
    const schema = await createSchema(server.url);
    const client = new Client({ connectionString: schema.url });
    const pools = openPools(schema.url, { warn: () => undefined });
    await client.connect();
    try {
      await client.query(forPostgres(textOf(version)));
      const query = async (sql: string): Promise<Rows> => (await client.query<Record<string, unknown>>(sql)).rows;
      const tables = await query(postgresTables);
      const before = await contentOf(
        tables.map(({ name }) => String(name)),
        query,
      );
      expect(Object.values(before).flat().length).toBeGreaterThan(9);
      expect(await migratePostgres(pools.writer, "here")).toHaveLength(newest - version);
      requireKept(before, await contentOf(Object.keys(before), query));
    } finally {
      await client.end();
      await pools.close();
    }
  });
});
