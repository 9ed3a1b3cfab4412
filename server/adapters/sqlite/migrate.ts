/** Migrates a database file to the newest schema; each migration and its record are one transaction. */
import { DatabaseSync } from "node:sqlite";

import { migrations as allMigrations } from "../sql/migrations/index.ts";
import type { Migration } from "../sql/migrations/migration.ts";
import { translateStorageError } from "../storage-errors.ts";
import { pendingMigrations } from "../sql/migrations/pending.ts";

/**
 * @returns the names of the applied migrations
 * @throws if the file comes from a newer version of the program
 */
export function migrate(path: string, migrations: readonly Migration[] = allMigrations): string[] {
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    db.exec(
      "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms INTEGER NOT NULL)",
    );
    const row = db.prepare("SELECT coalesce(max(version), 0) AS version FROM schema_migrations").get() as {
      version: number;
    };
    const applied: string[] = [];
    for (const step of pendingMigrations(migrations, row.version, path)) {
      db.exec("BEGIN IMMEDIATE");
      try {
        db.exec(step.sql);
        db.prepare("INSERT INTO schema_migrations VALUES (?, ?, ?)").run(step.version, step.name, Date.now());
        db.exec("COMMIT");
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
      applied.push(step.name);
    }
    return applied;
  } catch (error) {
    throw translateStorageError(error);
  } finally {
    db.close();
  }
}
