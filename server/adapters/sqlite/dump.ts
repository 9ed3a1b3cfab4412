/** Dumps of a database file. They block their thread: for commands, not for the server. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

import type { DatabaseDump, DumpedTable, DumpRow } from "../../ports/database-dump.ts";
import { migrations } from "../sql/migrations/index.ts";
import { dumpedTables } from "../sql/tables.ts";
import { migrate } from "./migrate.ts";

/** A server may continue writing: what it commits from now on is not in the dump. */
export function dumpSqlite(path: string): DatabaseDump {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  db.exec("BEGIN");
  const schema = db.prepare("SELECT max(version) AS version FROM schema_migrations").get() as { version: number };
  const existing = new Set(
    db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map((row) => String(row["name"])),
  );
  async function* rowsOf(name: string): AsyncGenerator<DumpRow> {
    for (const row of db.prepare(`SELECT * FROM "${name}"`).iterate()) yield row as DumpRow;
  }
  return {
    schema: schema.version,
    async *tables() {
      // A database of an earlier version lacks some tables.
      for (const name of dumpedTables) if (existing.has(name)) yield { name, rows: rowsOf(name) };
    },
    async close() {
      db.close();
    },
  };
}

/**
 * Makes a database file from a dump; it appears when it is complete.
 * @param schema of the dump
 * @throws Error if there is already a database
 */
export async function loadSqlite(path: string, schema: number, tables: AsyncIterable<DumpedTable>): Promise<void> {
  if (existsSync(path)) throw new Error(`There is already a database: ${path}. Restore into an empty data folder.`);
  const unfinished = `${path}.restoring`;
  const clean = (): void => {
    for (const ending of ["", "-wal", "-shm"]) rmSync(unfinished + ending, { force: true });
  };
  clean();
  try {
    migrate(
      unfinished,
      migrations.filter((step) => step.version <= schema),
    );
    const db = new DatabaseSync(unfinished, { enableForeignKeyConstraints: true });
    try {
      db.exec("PRAGMA synchronous = FULL; BEGIN");
      for await (const { name, rows } of tables) {
        for await (const row of rows) insert(db, name, row);
      }
      db.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      db.close();
    }
    migrate(unfinished);
    renameSync(unfinished, path);
  } finally {
    clean();
  }
}

function insert(db: DatabaseSync, table: string, row: DumpRow): void {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(", ");
  const marks = names.map(() => "?").join(", ");
  db.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${marks})`).run(...(Object.values(row) as SQLInputValue[]));
}
