/** The `Database` port on SQLite: composition of the repositories over one Kysely, and transactions. */
import { Kysely } from "kysely";

import type { Database, Repositories } from "../../ports/database.ts";
import { sqliteAccess } from "./access.repository.ts";
import { sqliteAnnotations } from "./annotation.repository.ts";
import { sqliteBlobs } from "./blob.repository.ts";
import { sqliteCollections } from "./collection.repository.ts";
import { nodeSqliteDialect } from "./dialect.ts";
import { sqliteFiles } from "./file.repository.ts";
import { sqliteFolders } from "./folder.repository.ts";
import { sqliteItems } from "./item.repository.ts";
import { migrate } from "./migrate.ts";
import { sqliteSettings } from "./setting.repository.ts";
import type { Tables } from "./tables.ts";
import { sqliteTokens } from "./token.repository.ts";
import { sqliteUploads } from "./upload.repository.ts";
import { sqliteUsers } from "./user.repository.ts";

export type Db = Kysely<Tables>;

/** Opens the database file, creates or updates its schema. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  migrate(path);
  const db: Db = new Kysely<Tables>({ dialect: nodeSqliteDialect(path) });
  return {
    ...repositories(db),
    transaction: (work) => db.transaction().execute((trx) => work(repositories(trx))),
    close: () => db.destroy(),
  };
}

function repositories(db: Db): Repositories {
  return {
    access: sqliteAccess(db),
    annotations: sqliteAnnotations(db),
    blobs: sqliteBlobs(db),
    collections: sqliteCollections(db),
    files: sqliteFiles(db),
    folders: sqliteFolders(db),
    items: sqliteItems(db),
    settings: sqliteSettings(db),
    tokens: sqliteTokens(db),
    uploads: sqliteUploads(db),
    users: sqliteUsers(db),
  };
}
