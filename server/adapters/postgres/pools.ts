/**
 * Connections to PostgreSQL, in three pools: for writing, for reading, and for streamed responses, which a slow client
 * may hold for long. None can use up the connections of another.
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

/** Limits of connections per server; docs/operation states their sum. */
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
  const open = (max: number, { pipeline = false } = {}): Pool => {
    const pool = new Pool({
      connectionString: url,
      pipeline,
      max,
      types,
      application_name: "wakeline",
      connectionTimeoutMillis: connectTimeoutMs,
      // Just-in-time compilation of a query takes longer than any of ours: 600 of 700 ms to count 100,000 folders. Not
      // set in `options`, which the URL may contain as well. The pool waits for the promise, whatever its types say.
      onConnect: async (client) => void (await client.query("SET jit = off")),
    });
    // The user of a connection handles its errors, but without a listener here the whole process would end.
    pool.on("connect", (client) => client.on("error", () => undefined));
    // An idle connection that breaks (the database restarts) is replaced by the next query.
    pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
    return pool;
  };
  // A transaction that asks for several things at once sends them without waiting for each answer.
  const pools = { writers: open(writers, { pipeline: true }), readers: open(readers), streams: open(streams) };
  return {
    ...pools,
    close: async () => {
      await Promise.all([pools.writers.end(), pools.readers.end(), pools.streams.end()]);
    },
  };
}

/**
 * Takes a connection from the pool.
 * @throws BusyError if all are in use for too long, StorageGoneError if the database does not answer
 */
export async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // `pg` has no error code for this, and uses the same message if the pool has room but the server does not answer.
    const isInUse = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    // oxlint-disable-next-line wakeline/no-message-match -- what `pg` says has no code
    if (isInUse && (error as Error).message === "timeout exceeded when trying to connect") throw new BusyError();
    throw translateStorageError(error);
  }
}
