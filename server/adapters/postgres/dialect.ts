/**
 * Kysely on `pg`. A query takes a connection only while it runs: reads from the pool of readers, writes from the pool that
 * has one, so that the transactions of this server wait for each other without holding connections that reads need.
 */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  CompiledQuery,
  type Dialect,
  type QueryResult,
} from "kysely";
import type { Pool, PoolClient, QueryResult as PgResult } from "pg";

import { joined } from "../sql/joined-json.ts";
import { manyRowsOf } from "../sql/many-rows.ts";
import { type TransactionConnection, TransactionDriver } from "../sql/transaction-driver.ts";
import { translateStorageError } from "../storage-errors.ts";
import { copiedPieces } from "./copied-pieces.ts";
import type { Pools } from "./pools.ts";
import { lockAlone, lockShared } from "./write-lock.ts";

export function postgresDialect(pools: Pools): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolsDriver(pools),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PoolsDriver extends TransactionDriver {
  readonly #pools: Pools;

  constructor(pools: Pools) {
    super();
    this.#pools = pools;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TransactionConnection> {
    return new Connection(this.#pools);
  }

  async destroy(): Promise<void> {
    await this.#pools.close();
  }
}

/** What Kysely takes for a connection: it chooses the pool for each query. */
class Connection implements TransactionConnection {
  readonly #pools: Pools;
  /** Set while this connection is inside a transaction. */
  #client: PoolClient | undefined;

  constructor(pools: Pools) {
    this.#pools = pools;
  }

  async begin(): Promise<void> {
    this.#client = await beginWrite(this.#pools, lockAlone);
  }

  async end(statement: "COMMIT" | "ROLLBACK"): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    try {
      const { command } = await run(client, statement, []);
      if (command !== statement) throw new Error("the transaction had failed before it was to be committed");
      this.#client = undefined;
      client.release();
    } catch (error) {
      // Kysely follows a COMMIT that fails up with a ROLLBACK; by then the connection is of no use any more.
      this.#client = undefined;
      client.release(true);
      throw error;
    }
  }

  async executeQuery<Row>(given: CompiledQuery): Promise<QueryResult<Row>> {
    const many = manyRowsOf(given.parameters);
    const query = many === undefined ? given : forAll(given.sql, many);
    if (this.#client !== undefined) return toResult(await run<Row>(this.#client, query.sql, query.parameters));
    if (isRead(query)) return toResult(await run<Row>(this.#pools.readers, query.sql, query.parameters));
    const client = await beginWrite(this.#pools, lockShared);
    let isBroken = true;
    try {
      const result = await run<Row>(client, query.sql, query.parameters).catch(async (error: unknown) => {
        await run(client, "ROLLBACK", []);
        isBroken = false;
        throw error;
      });
      await run(client, "COMMIT", []);
      isBroken = false;
      return toResult(result);
    } finally {
      client.release(isBroken);
    }
  }

  /** The one kind of stream there is: see `joined-json.ts`. */
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (!sql.includes(` as "${joined}" from `)) throw new Error("only a column of joined texts can be streamed");
    if (this.#client !== undefined) throw new Error("a stream would hold up the transaction that it is read in");
    const client = await connect(this.#pools.streams);
    let isBroken = true;
    try {
      for await (const piece of copiedPieces(client, sql, parameters.map(storable))) {
        yield { rows: [{ [joined]: piece } as Row] };
      }
      isBroken = false;
    } catch (error) {
      throw translateStorageError(error);
    } finally {
      // COPY cannot be told to stop: when somebody gives up, the connection goes.
      client.release(isBroken);
    }
  }
}

/** A client in a transaction that holds the lock. */
async function beginWrite(pools: Pools, lock: string): Promise<PoolClient> {
  const client = await connect(pools.writer);
  try {
    await run(client, `BEGIN; ${lock}`, undefined);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** One statement for many rows, of one whose text ends in the values of one. */
function forAll(text: string, rows: readonly (readonly unknown[])[]): CompiledQuery {
  const [, before = "", values = ""] = /^(.* values )(\(.*\))$/s.exec(text) ?? [];
  const valuesOf = (row: readonly unknown[], n: number): string =>
    values.replaceAll(/\$(\d+)/g, (_, position) => `$${n * row.length + Number(position)}`);
  return CompiledQuery.raw(before + rows.map(valuesOf).join(", "), rows.flat());
}

/** Queries written as text are recognised by their first word; none of ours writes inside WITH. */
const isRead = (query: CompiledQuery): boolean =>
  query.query.kind === "SelectQueryNode" || /^\s*(select|with)\b/i.test(query.sql);

/**
 * PostgreSQL has no NUL in texts. Documents are JSON, which writes it as an escape; elsewhere it is left out. Bytes are
 * texts in UTF-8: no column holds anything else.
 */
const storable = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "") : value;
};

/** @param parameters `undefined`: several statements in one text */
async function run<Row>(
  on: { query: (text: string, values?: unknown[]) => Promise<PgResult> },
  text: string,
  parameters: readonly unknown[] | undefined,
): Promise<PgResult & { rows: Row[] }> {
  const query = () => (parameters === undefined ? on.query(text) : on.query(text, parameters.map(storable)));
  return (await translated(query)) as PgResult & { rows: Row[] };
}

const connect = (pool: Pool): Promise<PoolClient> => translated(() => pool.connect());

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateStorageError(error);
  }
}

const writes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function toResult<Row>({ command, rowCount, rows }: PgResult & { rows: Row[] }): QueryResult<Row> {
  return writes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}
