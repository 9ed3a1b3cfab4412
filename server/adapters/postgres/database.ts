/** The `Database` port on PostgreSQL, which several servers of a site can share. */
import { sql } from "kysely";

import type { Database } from "../../ports/database.ts";
import { pgBossTickets } from "../pg-boss/tickets.ts";
import { describedInPostgres } from "../sql/described-by.ts";
import { ranksInPostgres } from "../sql/ranks.ts";
import { createRepositories, type SqlDialect } from "../sql/repositories.ts";
import { kyselyOver, runTransaction } from "../sql/one-connection.ts";
import { beginTransaction, PooledConnection, postgres } from "./dialect.ts";
import type { Logger } from "./logger.ts";
import { migrate } from "./migrate.ts";
import { describeUrl } from "./describe-url.ts";
import { openPools } from "./pools.ts";
import { ScopeLocks } from "./scope-locks.ts";

/**
 * Connects, and creates or updates the schema.
 * @param url `postgres://user:password@host/database`; parameters as in libpq
 * @throws Error with a message for users if the database cannot be reached
 */
export async function openPostgresDatabase(url: string, log: Logger): Promise<Database> {
  const pools = openPools(url, log);
  try {
    await pools.writers.query("SELECT 1");
  } catch (error) {
    await pools.close();
    throw new Error(
      `The database ${describeUrl(url)} cannot be reached: ${(error as Error).message}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
  try {
    await migrate(pools.writers, describeUrl(url));
  } catch (error) {
    await pools.close();
    throw error;
  }
  const locks = new ScopeLocks(pools.writers);
  const db = kyselyOver(new PooledConnection(pools, locks), postgres, { close: () => pools.close() });
  const { rows } = await pools.readers.query<{ site: string }>("SELECT current_schema() AS site");
  const onError = (error: unknown): void => log.warn({ err: error }, "the job queue of the database is in trouble");
  const tickets = pgBossTickets(url, rows[0]?.site ?? "public", onError);
  const dialect: SqlDialect = {
    jsonColumn: (text) => sql<Uint8Array>`${text}`,
    describedBy: describedInPostgres,
    ranks: ranksInPostgres,
    queue: { nowMs: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`, tickets },
  };
  return {
    ...createRepositories(db, dialect),
    transaction: async (scope, work) => {
      const transaction = await beginTransaction(locks, [scope].flat());
      return await runTransaction(transaction, (connection) =>
        work(createRepositories(kyselyOver(connection, postgres), dialect)),
      );
    },
    close: async () => {
      const closing = new AsyncDisposableStack();
      closing.defer(() => db.destroy());
      closing.defer(() => tickets.close());
      await closing.disposeAsync();
    },
  };
}
