/**
 * Kysely on `node:sqlite`. One connection writes, guarded by a queue, so that a transaction runs alone; another one reads
 * committed data beside it (WAL). A streamed query gets a connection of its own: its snapshot stays open between rows, and
 * must not make other readers see old data.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

import {
  type CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";

import { translateStorageError } from "../storage-errors.ts";

/** Statements that are kept prepared, a connection. The text of a query is its key. */
const STATEMENT_CACHE_SIZE = 300;

export function nodeSqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new TwoHandleAdapter(),
    createDriver: () => new NodeSqliteDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely gives SQLite one connection at a time, and a read would wait for a transaction that waits for the read. */
class TwoHandleAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Opens a connection with the settings that make a commit durable. */
function openHandle(path: string, readOnly: boolean): DatabaseSync {
  const handle = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true });
  if (!readOnly) handle.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  handle.exec("PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456;");
  return handle;
}

/** A handle and its prepared statements. */
class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  run<Row>(query: CompiledQuery): QueryResult<Row> {
    try {
      const statement = this.#prepare(query.sql);
      const parameters = query.parameters as readonly SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...parameters) as Row[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      throw translateStorageError(error);
    }
  }

  exec(sql: string): void {
    try {
      this.#db.exec(sql);
    } catch (error) {
      throw translateStorageError(error);
    }
  }

  iterate<Row>(query: CompiledQuery): Iterable<Row> {
    return this.#db.prepare(query.sql).iterate(...(query.parameters as readonly SQLInputValue[])) as Iterable<Row>;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    if (this.#statements.size >= STATEMENT_CACHE_SIZE) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
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

class NodeSqliteDriver implements Driver {
  readonly #path: string;
  readonly #turnstile = new Turnstile();
  #writer: Handle | undefined;
  #reader: Handle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  async init(): Promise<void> {
    this.#writer = new Handle(openHandle(this.#path, false));
    this.#reader = new Handle(openHandle(this.#path, true));
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#writer === undefined || this.#reader === undefined) throw new Error("the database is closed");
    return new Connection(this.#writer, this.#reader, this.#turnstile, () => new Handle(openHandle(this.#path, true)));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Connection).begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end("COMMIT");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as Connection).end("ROLLBACK");
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    const leave = await this.#turnstile.enter();
    this.#reader?.close();
    this.#writer?.close();
    this.#reader = this.#writer = undefined;
    leave();
  }
}

/** What Kysely takes for a connection: it chooses the handle for each query. */
class Connection implements DatabaseConnection {
  readonly #writer: Handle;
  readonly #reader: Handle;
  readonly #turnstile: Turnstile;
  readonly #openReader: () => Handle;
  /** Set while this connection is inside a transaction. */
  #leave: (() => void) | undefined;

  constructor(writer: Handle, reader: Handle, turnstile: Turnstile, openReader: () => Handle) {
    this.#writer = writer;
    this.#reader = reader;
    this.#turnstile = turnstile;
    this.#openReader = openReader;
  }

  async begin(): Promise<void> {
    const leave = await this.#turnstile.enter();
    try {
      this.#writer.exec("BEGIN IMMEDIATE");
      this.#leave = leave;
    } catch (error) {
      leave();
      throw error;
    }
  }

  end(statement: "COMMIT" | "ROLLBACK"): void {
    try {
      this.#writer.exec(statement);
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
    if (this.#leave !== undefined) return this.#writer.run<Row>(query);
    if (query.query.kind === "SelectQueryNode") return this.#reader.run<Row>(query);
    const leave = await this.#turnstile.enter();
    try {
      return this.#writer.run<Row>(query);
    } finally {
      leave();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize = 100): AsyncIterableIterator<QueryResult<Row>> {
    const handle = this.#leave === undefined ? this.#openReader() : this.#writer;
    try {
      let rows: Row[] = [];
      for (const row of handle.iterate<Row>(query)) {
        rows.push(row);
        if (rows.length < chunkSize) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    } finally {
      if (handle !== this.#writer) handle.close();
    }
  }

  #release(): void {
    this.#leave?.();
    this.#leave = undefined;
  }
}
