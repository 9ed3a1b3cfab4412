/**
 * The locks that make a transaction run alone in its scopes, across all servers of a site: the port promises that what
 * a transaction has read there stays true until it commits. They are released with the transaction, even if the server
 * that holds them dies.
 *
 * Every write shares the lock of the site, except those whose scope is the site. No transaction waits inside PostgreSQL
 * for long: an attempt that fails returns its connection. So writes that wait for one dataset leave connections to
 * others, and one that waits for the site does not stop later ones.
 */
import { escapeLiteral, type Pool, type PoolClient } from "pg";

import { BusyError } from "../../base/errors.ts";
import { NamedLocks } from "../../base/named-locks.ts";
import { sleep } from "../../base/sleep.ts";
import { type Scope, scopeName } from "../../ports/database.ts";
import { translateStorageError } from "../storage-errors.ts";
import { connect } from "./pools.ts";

/** How long a write waits for others. */
const defaultLockTimeoutMs = 20_000;
/** How long an attempt waits inside PostgreSQL. */
const attemptMs = 100;
/** Longest pause between two attempts. */
const pauseMs = 150;
/** PostgreSQL errors: a lock was not available in time; a deadlock. */
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/** One lock per schema, so that several sites can share a database. */
const site = "hashtext('wakeline'), hashtext(current_schema())";
export const lockSite = `SELECT pg_advisory_xact_lock(${site})`;
const shareSite = `SELECT pg_advisory_xact_lock_shared(${site})`;

export class ScopeLocks {
  readonly #pool: Pool;
  /** For the writes of this server: of many that want the same lock, one asks PostgreSQL. */
  readonly #locks = new NamedLocks();

  readonly #lockTimeoutMs: number;

  constructor(pool: Pool, lockTimeoutMs = defaultLockTimeoutMs) {
    this.#pool = pool;
    this.#lockTimeoutMs = lockTimeoutMs;
  }

  /**
   * Begins a transaction that holds the locks. @returns its client, and what to call when it has ended
   * @param scopes none: shares the site, as single writes do
   */
  async begin(scopes: readonly Scope[]): Promise<{ client: PoolClient; leave: () => void }> {
    const names = [...new Set(scopes.map(scopeName))].toSorted();
    const statement = beginStatement(names, this.#lockTimeoutMs);
    const until = performance.now() + this.#lockTimeoutMs;
    const leave = await this.#locks.acquire(names, this.#lockTimeoutMs);
    try {
      while (true) {
        const client = await this.#attempt(statement);
        if (client !== undefined) return { client, leave };
        if (performance.now() > until) throw new BusyError();
        await sleep((0.3 + 0.7 * Math.random()) * pauseMs);
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** @returns `undefined`: one of the locks is held by others */
  async #attempt(statement: string): Promise<PoolClient | undefined> {
    const client = await connect(this.#pool);
    let isBroken = true;
    try {
      await client.query(statement);
      isBroken = false;
      return client;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== lockNotAvailable && code !== deadlockDetected) throw translateStorageError(error);
      await client.query("ROLLBACK");
      client.release();
      isBroken = false;
      return undefined;
    } finally {
      if (isBroken) client.release(true);
    }
  }
}

/** @param names sorted, so that transactions take several locks in the same order */
function beginStatement(names: readonly string[], lockTimeoutMs: number): string {
  const locks = names
    .filter((name) => name !== "site")
    .map((name) => {
      const text = escapeLiteral(` ${name.replaceAll("\0", "")}`);
      return `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ${text}, 0))`;
    });
  return [
    `BEGIN; SET LOCAL lock_timeout = ${attemptMs}`,
    ...(names.includes("site") ? [lockSite] : [shareSite, ...locks]),
    // For rows that another transaction is writing.
    `SET LOCAL lock_timeout = ${lockTimeoutMs}`,
  ].join("; ");
}
