/** Databases of every earlier version are migrated to the newest one and keep their content. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openPostgresDatabase } from "../../server/adapters/postgres/database.ts";
import { migrate as migratePostgres } from "../../server/adapters/postgres/migrate.ts";
import { openPools } from "../../server/adapters/postgres/pools.ts";
import { migrations } from "../../server/adapters/sql/migrations/index.ts";
import { openSqliteDatabase } from "../../server/adapters/sqlite/database.ts";
import { migrate as migrateSqlite } from "../../server/adapters/sqlite/migrate.ts";
import { sortNameOf } from "../../server/domain/sort-name.ts";
import type { Database } from "../../server/ports/database.ts";
import { createSchema, type PostgresServer, startPostgres } from "../support/postgres.ts";
import { startTestServer } from "../support/test-server.ts";
import {
  contentOf,
  forPostgres,
  postgresTables,
  requireStillStored,
  type Rows,
  schemaOf,
  sqliteTables,
} from "./content.ts";
import { rowsSince } from "./example-rows.ts";
import { fixturePath } from "./make-fixture.ts";

const newest = migrations.at(-1)?.version ?? 0;
/** The newest one gets its fixture together with the next migration, at the latest. */
const versions = migrations.map(({ version }) => version).filter((version) => existsSync(fixturePath(version)));
/** Of those, the ones that a server is started on: what it reads is the same after each. */
const served = versions.filter((version) => version < 3 || version % 8 === 0);
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

/** More folders for the database of schema 11: two with the same list, one with another, one with none. */
const manyRights = `
  INSERT INTO folders (id, name, lower_name, description, parent_type, parent_id, base_parent_type, base_parent_id,
    creator_id, public, size, meta, is_dataset, is_published, created_ms, updated_ms)
    SELECT given.id, given.id, given.id, '', 'folder', folders.id, 'user', base_parent_id, creator_id, 0, 0, '{}', 0, 0, 1, 1
    FROM folders, (SELECT 'a' AS id UNION SELECT 'b' UNION SELECT 'c' UNION SELECT 'd') AS given;
  INSERT INTO access VALUES ('folder', 'b', 'user', 'x', 2), ('folder', 'b', 'group', 'y', 0), ('folder', 'c', 'user', 'x', 1);
  INSERT INTO access VALUES ('folder', 'a', 'group', 'y', 0), ('folder', 'a', 'user', 'x', 2);
`;
/** The stored lists, and the one that each folder refers to. */
const listsIn = async (query: (sql: string) => Promise<Rows> | Rows): Promise<readonly [Rows, Rows]> => [
  await query("SELECT DISTINCT list_id AS id FROM folder_access ORDER BY id"),
  await query("SELECT id, access_list AS list FROM folders WHERE parent_type = 'folder' ORDER BY id"),
];
const sharedLists = [
  [{ id: "5f00000000000000000000f1" }, { id: "a" }, { id: "c" }],
  Object.entries({ a: "a", b: "a", c: "c", d: "" }).map(([id, list]) => ({ id, list })),
];

/** Collections whose names contain numbers, and their sort keys. */
const numbered = ["clone 10", "007", "a0b00c", "réf 12é3", "%1_", `${"9".repeat(120)}x`];
const manyNames = numbered
  .map((name) => `INSERT INTO collections VALUES ('${name}', '${name}', '${name}', '', 1, '{}', 1, 1);`)
  .join("\n");
const sortedBy = "SELECT id, sort_name FROM collections WHERE created_ms = 1 ORDER BY id";
const sortNames = numbered.toSorted().map((id) => ({ id, sort_name: sortNameOf(id) }));

/** Of the current tracks of schema 29, the last of which is stored in chunks: by their payloads. */
const rankedTracks = [
  { id: 1, confidence: 1, size: 0 },
  { id: 5, confidence: 1, size: 1 },
];
const ranksIn = "SELECT id, confidence, size FROM annotations WHERE kind = 'track' AND rev_deleted IS NULL ORDER BY id";
async function fillRanks({ review }: Database): Promise<void> {
  for (let scope = await review.findUnranked(); scope !== undefined; scope = await review.findUnranked()) {
    await review.fillRanks(scope);
  }
}

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

  test("schema 11: folders with the same rights share a list, and names sort by the value of their numbers", async () => {
    const path = join(folder, "lists.db");
    const db = new DatabaseSync(path);
    db.exec(textOf(11) + manyRights + manyNames);
    db.close();
    const before = await contentOf(["folders", "access"], open(path));
    migrateSqlite(path);
    requireStillStored(before, await contentOf(["folders", "access", "folder_access"], open(path)));
    expect(await listsIn(open(path))).toEqual(sharedLists);
    expect(open(path)(sortedBy)).toEqual(sortNames);
  });

  test("schema 29: what reviews sort tracks by is filled in later", async () => {
    const path = join(folder, "ranks.db");
    const db = new DatabaseSync(path);
    db.exec(textOf(29));
    db.close();
    const database = await openSqliteDatabase(path);
    try {
      expect(open(path)(ranksIn)).toEqual(rankedTracks.map(({ id }) => ({ id, confidence: null, size: null })));
      await fillRanks(database);
      expect(open(path)(ranksIn)).toEqual(rankedTracks);
    } finally {
      await database.close();
    }
  });

  /** A database of that schema, alone in a folder. */
  function makeDatabase(version: number): { readonly dataFolder: string; readonly path: string } {
    const dataFolder = mkdtempSync(join(folder, `${version}-`));
    const path = join(dataFolder, "wakeline.db");
    const db = new DatabaseSync(path);
    db.exec(textOf(version));
    db.close();
    return { dataFolder, path };
  }

  test.for(versions)("schema %i becomes the newest with its data", async (version) => {
    const { dataFolder, path } = makeDatabase(version);
    const before = await contentOf(tablesOf(open(path)), open(path));
    expect(migrateSqlite(path)).toHaveLength(newest - version);
    requireStillStored(before, await contentOf(tablesOf(open(path)), open(path)));
    // The same schema as that of a new database.
    const fresh = join(dataFolder, "fresh.db");
    migrateSqlite(fresh);
    expect(schemaOf(open(path))).toEqual(schemaOf(open(fresh)));
    expect(open(path)("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  test.for(served)("a server runs on a database of schema %i", async (version) => {
    const { dataFolder } = makeDatabase(version);
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
  test("schema 11: folders with the same rights share a list, and names sort by the value of their numbers", async () => {
    const schema = await createSchema(server.url);
    const client = new Client({ connectionString: schema.url });
    const pools = openPools(schema.url, { warn: () => undefined });
    await client.connect();
    try {
      await client.query(forPostgres(textOf(11)) + manyRights + manyNames);
      const query = async (sql: string): Promise<Rows> => (await client.query<Record<string, unknown>>(sql)).rows;
      const before = await contentOf(["folders", "access"], query);
      await migratePostgres(pools.writers, "here");
      requireStillStored(before, await contentOf(["folders", "access", "folder_access"], query));
      expect(await listsIn(query)).toEqual(sharedLists);
      expect(await query(sortedBy)).toEqual(sortNames);
    } finally {
      await client.end();
      await pools.close();
    }
  });

  test("schema 29: what reviews sort tracks by is filled in later", async () => {
    const { url } = await createSchema(server.url);
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(forPostgres(textOf(29)));
      const database = await openPostgresDatabase(url, { warn: () => undefined });
      await fillRanks(database).finally(() => database.close());
      const { rows } = await client.query<Record<string, unknown>>(ranksIn);
      expect(rows.map((row) => ({ ...row, id: Number(row["id"]) }))).toEqual(rankedTracks);
    } finally {
      await client.end();
    }
  });

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
      const content = async () => {
        const tables = (await query(postgresTables)).map(({ name }) => String(name));
        return await contentOf(tables, query);
      };
      const before = await content();
      expect(Object.values(before).flat().length).toBeGreaterThan(9);
      expect(await migratePostgres(pools.writers, "here")).toHaveLength(newest - version);
      requireStillStored(before, await content());
    } finally {
      await client.end();
      await pools.close();
    }
  });
});
