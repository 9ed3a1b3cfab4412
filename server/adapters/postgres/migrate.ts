/**
 * Migrates a PostgreSQL schema to the newest version, in one transaction; servers that start together wait for each
 * other.
 */
import type { Pool } from "pg";

import { migrations as allMigrations } from "../sql/migrations/index.ts";
import type { Migration } from "../sql/migrations/migration.ts";
import { pendingMigrations } from "../sql/migrations/pending.ts";
import { lockSite } from "./scope-locks.ts";

/**
 * @returns the names of the applied migrations
 * @throws if the database comes from a newer version of the program
 */
export async function migrate(
  pool: Pool,
  place: string,
  migrations: readonly Migration[] = allMigrations,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; ${lockSite}`);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_ms BIGINT NOT NULL)",
    );
    const { rows } = await client.query<{ version: number }>(
      "SELECT coalesce(max(version), 0) AS version FROM schema_migrations",
    );
    const pending = pendingMigrations(migrations, rows[0]?.version ?? 0, place);
    for (const step of pending) {
      await client.query(forPostgres(step.sql));
      await client.query("INSERT INTO schema_migrations VALUES ($1, $2, $3)", [step.version, step.name, Date.now()]);
    }
    await client.query("COMMIT");
    return pending.map((step) => step.name);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** Texts sort by their bytes, as in SQLite, whatever the database's language is. */
const forPostgres = (sql: string): string => sql.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');
