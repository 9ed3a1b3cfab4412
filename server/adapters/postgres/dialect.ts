/**
 * Kysely on `pg`. Outside transactions a query holds a connection only while it runs: reads use the pool of readers,
 * writes that of writers, so that writes waiting for each other hold no connections that reads need.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import { escapeLiteral, Pool, type PoolClient, type QueryResult as PgResult } from "pg";

import { BusyError } from "../../base/errors.ts";
import type { Scope } from "../../ports/database.ts";
import { joined } from "../sql/joined-json.ts";
import { manyRowsOf } from "../sql/many-rows.ts";
import { type Language, type OpenTransaction, runTransaction } from "../sql/one-connection.ts";
import { translateStorageError } from "../storage-errors.ts";
import { copiedPieces } from "./copied-pieces.ts";
import { connect, type Pools } from "./pools.ts";
import type { ScopeLocks } from "./scope-locks.ts";
import { isOutdatedStatement, statementNameOf } from "./statement-names.ts";

export const postgres: Language = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

/** Chooses a pool for each query. */
export class PooledConnection implements DatabaseConnection {
  readonly #pools: Pools;
  readonly #locks: ScopeLocks;

  constructor(pools: Pools, locks: ScopeLocks) {
    this.#pools = pools;
    this.#locks = locks;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.query.kind === "SelectQueryNode") return await execute(this.#pools.readers, query);
    const transaction = await beginTransaction(this.#locks, []);
    return await runTransaction(transaction, (connection) => connection.executeQuery<Row>(query));
  }

  /** The only kind of stream: see `joined-json.ts`. */
  async *streamQuery<Row>({ query, queryId }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const client = await connect(this.#pools.streams);
    let isBroken = true;
    try {
      const { sql } = new LiteralCompiler().compileQuery(query, queryId);
      for await (const piece of copiedPieces(client, sql)) yield { rows: [{ [joined]: piece } as Row] };
      isBroken = false;
    } catch (error) {
      throw translateStorageError(error);
    } finally {
      // COPY cannot be stopped: if its reader gives up, the connection is closed.
      client.release(isBroken);
    }
  }
}

/** The connection of a transaction. */
class ClientConnection implements DatabaseConnection {
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return execute(this.#client, query);
  }

  // oxlint-disable-next-line require-yield -- refuses
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("a stream would hold up the transaction that it is read in");
  }
}

export async function beginTransaction(locks: ScopeLocks, scopes: readonly Scope[]): Promise<OpenTransaction> {
  const { client, leave } = await locks.begin(scopes);
  let isOver = false;
  const end = async (statement: "COMMIT" | "ROLLBACK"): Promise<void> => {
    if (isOver) return;
    isOver = true;
    let isBroken = true;
    try {
      const { command } = await run(client, statement, []);
      if (command !== statement) throw new Error("the transaction had failed before it was to be committed");
      isBroken = false;
    } finally {
      // After a failed COMMIT the connection is unusable.
      client.release(isBroken);
      leave();
    }
  };
  return {
    connection: new ClientConnection(client),
    commit: () => end("COMMIT"),
    rollback: () => end("ROLLBACK"),
  };
}

/** Inlines values into the text: COPY takes no parameters. */
class LiteralCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (typeof value === "string") this.append(escapeLiteral(String(storable(value))));
    else if (typeof value === "number" && Number.isFinite(value)) this.append(String(value));
    else throw new TypeError(`no parameter of COPY: ${typeof value}`);
  }
}

type Queryable = Pick<Pool, "query">;

async function execute<Row>(on: Queryable, query: CompiledQuery): Promise<QueryResult<Row>> {
  const many = manyRowsOf(query);
  if (many === undefined) return toResult(await run<Row>(on, query.sql, query.parameters));
  const text = many.statement(many.rows.length, (position) => `$${position}`);
  return toResult(await run<Row>(on, text, many.rows.flat()));
}

/**
 * PostgreSQL has no NUL in texts. Documents are JSON, which escapes it; elsewhere it is removed. Bytes are UTF-8 texts:
 * no column contains anything else.
 */
const storable = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString();
  return typeof value === "string" && value.includes("\0") ? value.replaceAll("\0", "") : value;
};

async function run<Row>(
  on: Queryable,
  text: string,
  parameters: readonly unknown[],
): Promise<PgResult & { rows: Row[] }> {
  const values = parameters.map(storable);
  const name = statementNameOf(text);
  try {
    return await on.query({ text, values, ...(name !== undefined && { name }) });
  } catch (error) {
    if (!isOutdatedStatement(error)) throw translateStorageError(error);
    if (on instanceof Pool) return await run(on, text, parameters);
    // Its transaction has failed, and must be repeated as a whole.
    throw new BusyError();
  }
}

const writes = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

function toResult<Row>({ command, rowCount, rows }: PgResult & { rows: Row[] }): QueryResult<Row> {
  return writes.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
}
