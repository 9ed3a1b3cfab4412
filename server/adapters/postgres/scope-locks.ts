/**
 * The locks that make a transaction run alone in its scopes, over all servers of a site: the port promises that what a
 * transaction has read there stays true until it commits. They are let go with the transaction, also when the server that
 * holds them dies.
 *
 * Every write shares the lock of the site, except those whose scope it is. No transaction waits inside PostgreSQL for
 * long: an attempt that does not come through gives its connection back. So those who wait for one dataset leave
 * connections to the others, and one that waits for the site does not stop those that come later.
 */
import { escapeLiteral, type Pool, type PoolClient } from "pg";

import { BusyError } from "../../base/errors.ts";
import { Turnstiles } from "../../base/turnstiles.ts";
import { type Scope, scopeName } from "../../ports/database.ts";
import { translateStorageError } from "../storage-errors.ts";
import { connect } from "./pools.ts";

/** How long a write waits for others. */
const defaultPatienceMs = 20_000;
/** How long an attempt waits inside PostgreSQL. */
const attemptMs = 100;
/** At most, between two attempts. */
const pauseMs = 150;
/** Of PostgreSQL: a lock was not to be had in time; several waited for each other. */
const lockNotAvailable = "55P03";
const deadlockDetected = "40P01";

/** One lock for each schema, so that several sites can live in one database. */
const site = "hashtext('wakeline'), hashtext(current_schema())";
export const lockSite = `SELECT pg_advisory_xact_lock(${site})`;
const shareSite = `SELECT pg_advisory_xact_lock_shared(${site})`;

export class ScopeLocks {
  readonly #pool: Pool;
  /** For those of this server: of many who want the same, one asks PostgreSQL. */
  readonly #turnstiles = new Turnstiles();

  readonly #patienceMs: number;

  constructor(pool: Pool, patienceMs = defaultPatienceMs) {
    this.#pool = pool;
    this.#patienceMs = patienceMs;
  }

  /**
   * A client in a transaction that holds the locks, and what to call when that has ended.
   * @param scopes none: shares the site, as single writes do
   */
  async begin(scopes: readonly Scope[]): Promise<{ client: PoolClient; leave: () => void }> {
    const names = [...new Set(scopes.map(scopeName))].toSorted();
    const statement = beginStatement(names, this.#patienceMs);
    const until = performance.now() + this.#patienceMs;
    const leave = await this.#turnstiles.enter(names, this.#patienceMs);
    try {
      while (true) {
        const client = await this.#attempt(statement);
        if (client !== undefined) return { client, leave };
        if (performance.now() > until) throw new BusyError();
        await new Promise((resolve) => setTimeout(resolve, (0.3 + 0.7 * Math.random()) * pauseMs));
      }
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** @returns `undefined`: others hold one of the locks */
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

/** @param names sorted: two transactions that need several take them in the same order */
function beginStatement(names: readonly string[], patienceMs: number): string {
  const own = names
    .filter((name) => name !== "site")
    .map((name) => {
      const text = escapeLiteral(` ${name.replaceAll("\0", "")}`);
      return `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ${text}, 0))`;
    });
  return [
    `BEGIN; SET LOCAL lock_timeout = ${attemptMs}`,
    ...(names.includes("site") ? [lockSite] : [shareSite, ...own]),
    // Rows that another transaction is writing: each has its turn.
    `SET LOCAL lock_timeout = ${patienceMs}`,
  ].join("; ");
}
