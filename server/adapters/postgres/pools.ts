/**
 * Connections to PostgreSQL, in three pools: some that write, some that read, and some for answers that stream, which a
 * slow client may hold for long. None can use up what another one needs.
 */
import { type CustomTypesConfig, Pool, type PoolClient, types as pgTypes } from "pg";

import { BusyError } from "../../base/errors.ts";
import { translateStorageError } from "../storage-errors.ts";
import type { Logger } from "./logger.ts";

export interface Pools {
  readonly writers: Pool;
  readonly readers: Pool;
  readonly streams: Pool;
  close(): Promise<void>;
}

/** A server has at most so many connections of each kind; docs/operation names their sum. */
const writers = 4;
const readers = 8;
const streams = 16;
/** Milliseconds until a server that does not answer is reported. */
const connectTimeoutMs = 10_000;

/** PostgreSQL's type number of BIGINT. Ours are times, sizes and counts: all below 2^53. */
const int8 = 20;
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    oid === int8 ? Number : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

export function openPools(url: string, log: Logger): Pools {
  const open = (max: number): Pool => {
    const pool = new Pool({
      connectionString: url,
      max,
      types,
      application_name: "wakeline",
      connectionTimeoutMillis: connectTimeoutMs,
      // Compiling a query takes longer than any of ours: 600 of 700 ms to count 100,000 folders. Not in `options`, which an
      // address may have of its own. The pool waits for it, whatever its types say.
      onConnect: async (client) => void (await client.query("SET jit = off")),
    });
    // The user of a connection handles its errors, but without a listener here the whole process would end.
    pool.on("connect", (client) => client.on("error", () => undefined));
    // An idle connection that breaks (the database restarts) is replaced at the next query.
    pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
    return pool;
  };
  const pools = { writers: open(writers), readers: open(readers), streams: open(streams) };
  return {
    ...pools,
    close: async () => {
      await Promise.all([pools.writers.end(), pools.readers.end(), pools.streams.end()]);
    },
  };
}

/**
 * A connection of the pool.
 * @throws BusyError when all are in use for too long, StorageGoneError when the database does not answer
 */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // `pg` has no code for it, and says the same of a pool that has room and a server that does not answer.
    const isInUse = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    // oxlint-disable-next-line wakeline/no-message-match -- what `pg` says has no code
    if (isInUse && (error as Error).message === "timeout exceeded when trying to connect") throw new BusyError();
    throw translateStorageError(error);
  }
}
