/** The `Database` port on SQLite: a file of the data folder. */
import { Kysely, sql } from "kysely";

import type { Database } from "../../ports/database.ts";
import { describedInSqlite } from "../sql/described-by.ts";
import { createRepositories, type SqlDialect } from "../sql/repositories.ts";
import type { Tables } from "../sql/tables.ts";
import { nodeSqliteDialect } from "./dialect.ts";
import { migrate } from "./migrate.ts";

/** Opens the database file, creates or updates its schema. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  migrate(path);
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) });
  return {
    ...createRepositories(db, dialect),
    transaction: (_scope, work) => db.transaction().execute((trx) => work(createRepositories(trx, dialect))),
    close: () => db.destroy(),
  };
}

const dialect: SqlDialect = {
  // Bytes need not become a text that becomes bytes again.
  jsonColumn: (name) => sql<Uint8Array>`CAST(${sql.ref(name)} AS BLOB)`,
  describedBy: describedInSqlite,
  queue: { nowMs: sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)` },
};
