/**
 * Kysely on `node:sqlite`, in threads of their own. One writes, guarded by a queue, so that a transaction runs alone; others
 * read committed data beside it (WAL): one from the beginning, another when there is first something to read beside it.
 */
import {
  type CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type QueryResult,
} from "kysely";

import { leastBusy } from "../../base/thread-calls.ts";
import { joined } from "../sql/joined-json.ts";
import { manyRowsOf } from "../sql/many-rows.ts";
import { type TransactionConnection, TransactionDriver } from "../sql/transaction-driver.ts";
import type { Rows } from "./handle.ts";
import { SqliteThread } from "./thread.ts";

const maxReaders = 2;

export function nodeSqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new ManyConnectionsAdapter(),
    createDriver: () => new ThreadsDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely gives SQLite one connection at a time, and a read would wait for a transaction that waits for the read. */
class ManyConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Lets one caller after the other through. */
class Turnstile {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, with what to call afterwards. */
  async enter(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    return resolve;
  }
}

interface Threads {
  readonly writer: SqliteThread;
  readonly turnstile: Turnstile;
  reader(): SqliteThread;
}

class ThreadsDriver extends TransactionDriver {
  readonly #path: string;
  #threads: (Threads & { readonly readers: readonly SqliteThread[] }) | undefined;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  async init(): Promise<void> {
    const open = (readOnly: boolean): SqliteThread => new SqliteThread({ path: this.#path, readOnly });
    const readers = [open(true)];
    const reader = (): SqliteThread => {
      // Nobody would close one that starts while the others are closing.
      const mayStart = readers.length < maxReaders && this.#threads !== undefined;
      if (mayStart && readers.every(({ isAnswering }) => isAnswering)) readers.push(open(true));
      return readers[leastBusy(readers)] as SqliteThread;
    };
    this.#threads = { writer: open(false), turnstile: new Turnstile(), reader, readers };
  }

  async acquireConnection(): Promise<TransactionConnection> {
    if (this.#threads === undefined) throw new Error("the database is closed");
    return new Connection(this.#threads);
  }

  async destroy(): Promise<void> {
    const threads = this.#threads;
    if (threads === undefined) return;
    this.#threads = undefined;
    await threads.turnstile.enter();
    await Promise.all(threads.readers.map((reader) => reader.close()));
    // The last one to close tidies the write-ahead log up.
    await threads.writer.close();
  }
}

/** What Kysely takes for a connection: it chooses the thread for each query. */
class Connection implements TransactionConnection {
  readonly #threads: Threads;
  /** Set while this connection is inside a transaction. */
  #leave: (() => void) | undefined;

  constructor(threads: Threads) {
    this.#threads = threads;
  }

  async begin(): Promise<void> {
    const leave = await this.#threads.turnstile.enter();
    try {
      await this.#threads.writer.exec("BEGIN IMMEDIATE");
      this.#leave = leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async end(statement: "COMMIT" | "ROLLBACK"): Promise<void> {
    try {
      await this.#threads.writer.exec(statement);
    } catch (error) {
      // A COMMIT that fails leaves the transaction open; Kysely follows up with a ROLLBACK, which must find its turn kept.
      if (statement === "COMMIT") throw error;
      // SQLite has already rolled back by itself (disk full, for example).
      if (!/no transaction is active/.test(String(error))) throw error;
    } finally {
      if (statement === "ROLLBACK") this.#release();
    }
    if (statement === "COMMIT") this.#release();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const { writer, turnstile } = this.#threads;
    const many = manyRowsOf(parameters);
    const write = (): Promise<Rows> => (many === undefined ? writer.run(sql, parameters) : writer.runEach(sql, many));
    if (this.#leave !== undefined) return toResult(await write());
    if (query.query.kind === "SelectQueryNode") return toResult(await this.#threads.reader().run(sql, parameters));
    const leave = await turnstile.enter();
    try {
      return toResult(await write());
    } finally {
      leave();
    }
  }

  /** The one kind of stream there is: see `joined-json.ts`. */
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const thread = this.#leave === undefined ? this.#threads.reader() : this.#threads.writer;
    for await (const piece of thread.stream(sql, parameters)) yield { rows: [{ [joined]: piece } as Row] };
  }

  #release(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}

function toResult<Row>({ rows, changes }: Rows): QueryResult<Row> {
  return changes === undefined ? { rows: rows as Row[] } : { rows: rows as Row[], numAffectedRows: BigInt(changes) };
}
