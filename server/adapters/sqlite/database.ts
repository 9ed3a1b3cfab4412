/** The `Database` port on SQLite: a file of the data folder. */
import { Kysely, sql } from "kysely";

import type { Database } from "../../ports/database.ts";
import { createRepositories } from "../sql/repositories.ts";
import type { JsonColumn } from "../sql/joined-json.ts";
import type { Tables } from "../sql/tables.ts";
import { nodeSqliteDialect } from "./dialect.ts";
import { migrate } from "./migrate.ts";

/** Opens the database file, creates or updates its schema. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  migrate(path);
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) });
  return {
    ...createRepositories(db, asBytes),
    transaction: (work) => db.transaction().execute((trx) => work(createRepositories(trx, asBytes))),
    close: () => db.destroy(),
  };
}

/** Bytes need not become a text that becomes bytes again. */
const asBytes: JsonColumn = (name) => sql<Uint8Array>`CAST(${sql.ref(name)} AS BLOB)`;
