/**
 * Kysely on `node:sqlite` in worker threads. One writes, guarded by a lock, so that a transaction runs alone; others
 * read committed data at the same time (WAL): one is started immediately, another when the first concurrent read
 * arrives.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type QueryResult,
} from "kysely";

import { leastBusy } from "../../../core-wasm/threads/thread-pool.ts";
import { NamedLocks } from "../../base/named-locks.ts";
import { joined } from "../sql/joined-json.ts";
import { manyRowsOf } from "../sql/many-rows.ts";
import type { Language, OpenTransaction } from "../sql/one-connection.ts";
import type { Rows } from "./handle.ts";
import { SqliteThread } from "./thread.ts";

const maxReaders = 2;
/** How long a write waits for the only writer. */
const patienceMs = 30_000;
/** The only lock: one thread writes all scopes. */
const writer = ["writer"];

export const sqlite: Language = {
  createAdapter: () => new ManyConnectionsAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** Kysely gives SQLite one connection at a time, and a read would wait for a transaction that waits for the read. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Chooses a thread for each query. */
export class ThreadsConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #writer: SqliteThread;
  readonly #readers: SqliteThread[];
  readonly #locks = new NamedLocks();
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
    this.#readers = [this.#open(true)];
    this.#writer = this.#open(false);
  }

  async begin(): Promise<OpenTransaction> {
    const leave = await this.#acquire();
    try {
      await this.#writer.exec("BEGIN IMMEDIATE");
    } catch (error) {
      leave();
      throw error;
    }
    return {
      connection: new WriterConnection(this.#writer),
      // A failed commit leaves the transaction open; the lock is kept for the ROLLBACK that follows.
      commit: async () => {
        await this.#writer.exec("COMMIT");
        leave();
      },
      rollback: async () => {
        try {
          await this.#writer.exec("ROLLBACK");
        } catch (error) {
          // SQLite has already rolled back itself (disk full, for example).
          if (!/no transaction is active/.test(String(error))) throw error;
        } finally {
          leave();
        }
      },
    };
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.query.kind === "SelectQueryNode") {
      return toResult(await this.#reader().run(query.sql, query.parameters));
    }
    const leave = await this.#acquire();
    try {
      return await write(this.#writer, query);
    } finally {
      leave();
    }
  }

  streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    return stream(this.#reader(), query);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const closing = new AsyncDisposableStack();
    // Closed last, because the last connection cleans up the write-ahead log.
    closing.defer(() => this.#writer.close());
    for (const reader of this.#readers) closing.defer(() => reader.close());
    // A transaction that does not end in time is rolled back by closing.
    try {
      await this.#locks.acquire(writer, patienceMs);
    } finally {
      await closing.disposeAsync();
    }
  }

  async #acquire(): Promise<() => void> {
    if (this.#isClosed) throw new Error("the database is closed");
    return await this.#locks.acquire(writer, patienceMs);
  }

  #open(readOnly: boolean): SqliteThread {
    return new SqliteThread({ path: this.#path, readOnly });
  }

  #reader(): SqliteThread {
    if (this.#isClosed) throw new Error("the database is closed");
    if (this.#readers.length < maxReaders && this.#readers.every(({ isAnswering }) => isAnswering)) {
      this.#readers.push(this.#open(true));
    }
    return this.#readers[leastBusy(this.#readers)] as SqliteThread;
  }
}

/** The connection of a transaction. */
class WriterConnection implements DatabaseConnection {
  readonly #writer: SqliteThread;

  constructor(thread: SqliteThread) {
    this.#writer = thread;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return write(this.#writer, query);
  }

  streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    return stream(this.#writer, query);
  }
}

async function write<Row>(thread: SqliteThread, query: CompiledQuery): Promise<QueryResult<Row>> {
  const many = manyRowsOf(query);
  if (many === undefined) return toResult(await thread.run(query.sql, query.parameters));
  return toResult(
    await thread.runEach(
      many.statement(1, () => "?"),
      many.rows,
    ),
  );
}

/** The only kind of stream: see `joined-json.ts`. */
async function* stream<Row>(
  thread: SqliteThread,
  { sql, parameters }: CompiledQuery,
): AsyncIterableIterator<QueryResult<Row>> {
  for await (const piece of thread.stream(sql, parameters)) yield { rows: [{ [joined]: piece } as Row] };
}

function toResult<Row>({ rows, changes }: Rows): QueryResult<Row> {
  return changes === undefined ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: BigInt(changes) };
}
