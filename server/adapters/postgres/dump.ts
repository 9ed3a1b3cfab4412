/** Dumps of a PostgreSQL schema. */
import Cursor from "pg-cursor";

import type { DatabaseDump, DumpedTable, DumpRow } from "../../ports/database-dump.ts";
import { migrations } from "../sql/migrations/index.ts";
import { dumpedTables } from "../sql/tables.ts";
import { migrate } from "./migrate.ts";
import { describeUrl } from "./describe-url.ts";
import { openPools } from "./pools.ts";

const rowsPerBatch = 200;
const quiet = { warn: () => undefined };

/** Servers may continue writing: what they commit from now on is not in the dump. */
export async function dumpPostgres(url: string): Promise<DatabaseDump> {
  const pools = openPools(url, quiet);
  const client = await pools.streams.connect();
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  const { rows } = await client.query<{ version: number }>("SELECT max(version) AS version FROM schema_migrations");
  const existing = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()",
  );
  const names = new Set(existing.rows.map(({ name }) => name));
  async function* rowsOf(name: string): AsyncGenerator<DumpRow> {
    const cursor = client.query(new Cursor<DumpRow>(`SELECT * FROM "${name}"`));
    while (true) {
      const batch = await cursor.read(rowsPerBatch);
      if (batch.length === 0) return;
      yield* batch;
    }
  }
  return {
    schema: rows[0]?.version ?? 0,
    async *tables() {
      for (const name of dumpedTables) if (names.has(name)) yield { name, rows: rowsOf(name) };
    },
    async close() {
      client.release(true);
      await pools.close();
    },
  };
}

/**
 * Loads a dump into an empty schema, in one transaction.
 * @param schema of the dump
 * @throws Error if there is already an installation
 */
export async function loadPostgres(url: string, schema: number, tables: AsyncIterable<DumpedTable>): Promise<void> {
  const pools = openPools(url, quiet);
  try {
    const applied = await migrate(
      pools.writers,
      describeUrl(url),
      migrations.filter((step) => step.version <= schema),
    );
    if (applied.length === 0) {
      throw new Error(`There is already an installation in ${describeUrl(url)}. Restore into an empty schema.`);
    }
    const client = await pools.writers.connect();
    try {
      await client.query("BEGIN");
      for await (const { name, rows } of tables) {
        for await (const row of rows) {
          const columns = Object.keys(row);
          const marks = columns.map((_, index) => `$${index + 1}`).join(", ");
          const list = columns.map((column) => `"${column}"`).join(", ");
          await client.query(`INSERT INTO "${name}" (${list}) VALUES (${marks})`, Object.values(row));
        }
      }
      await client.query("COMMIT");
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    } finally {
      client.release();
    }
    await migrate(pools.writers, describeUrl(url));
  } finally {
    await pools.close();
  }
}
