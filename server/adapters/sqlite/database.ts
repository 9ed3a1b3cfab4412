/** The `Database` port on SQLite: a file of the data folder. */
import { sql } from "kysely";

import type { Database } from "../../ports/database.ts";
import { describedInSqlite } from "../sql/described-by.ts";
import { ranksInSqlite } from "../sql/ranks.ts";
import { createRepositories, type SqlDialect } from "../sql/repositories.ts";
import { kyselyOver, runTransaction } from "../sql/one-connection.ts";
import { sqlite, ThreadsConnection } from "./dialect.ts";
import { migrate } from "./migrate.ts";

/** Opens the database file, and creates or updates its schema. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  migrate(path);
  const threads = new ThreadsConnection(path);
  const db = kyselyOver(threads, sqlite);
  return {
    ...createRepositories(db, dialect),
    transaction: async (_scope, work) => {
      const transaction = await threads.begin();
      return await runTransaction(transaction, (connection) =>
        work(createRepositories(kyselyOver(connection, sqlite), dialect)),
      );
    },
    close: () => threads.close(),
  };
}

const dialect: SqlDialect = {
  // As bytes, so that they are not converted to a string and back.
  jsonColumn: (text) => sql<Uint8Array>`CAST(${text} AS BLOB)`,
  describedBy: describedInSqlite,
  ranks: ranksInSqlite,
  queue: { nowMs: sql<number>`CAST(unixepoch('subsec') * 1000 AS INTEGER)` },
};
