/** One connection to a database file, with the statements that it keeps prepared. Blocks while it works. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export interface Rows {
  readonly rows: readonly unknown[];
  /** Of a statement that writes. */
  readonly changes?: number;
  /** There are further rows, to be fetched under this number. */
  readonly rest?: number;
}

/** `stream`: everything once, in one long answer. There can be many of these at a time. */
export type Use = "write" | "read" | "stream";

const mapped = "PRAGMA mmap_size = 268435456;";
const pragmas: Readonly<Record<Use, string>> = {
  // The first two make a commit durable. What commits have put into the log goes into the file by `checkpoint`; inside a
  // commit only when one follows the other so quickly that it never comes to that.
  write:
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32000;",
  read: `PRAGMA cache_size = -32000; ${mapped}`,
  // What is read once need not be kept, and pages of the write-ahead log are copied into each cache.
  stream: `PRAGMA cache_size = -1000; ${mapped}`,
};

/** Pages of the write-ahead log after which they are copied into the file: SQLite's own measure, 4 MB. */
const checkpointPages = 1000;

/** Statements that are kept prepared. The text of a query is its key. */
const statementCacheSize = 300;

export class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, use: Use) {
    this.#db = new DatabaseSync(path, { readOnly: use !== "write", timeout: 5000, enableForeignKeyConstraints: true });
    this.#db.exec(`PRAGMA temp_store = MEMORY; ${pragmas[use]}`);
  }

  run(sql: string, parameters: readonly unknown[]): Rows {
    const statement = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  /** A statement that writes, for each of the rows; for none when it fails for one, outside a transaction. */
  runEach(sql: string, rows: readonly (readonly unknown[])[]): Rows {
    const statement = this.#prepare(sql);
    const isAlone = !this.#db.isTransaction;
    if (isAlone) this.#db.exec("BEGIN IMMEDIATE");
    try {
      let changes = 0;
      for (const row of rows) changes += Number(statement.run(...(row as readonly SQLInputValue[])).changes);
      if (isAlone) this.#db.exec("COMMIT");
      return { rows: [], changes };
    } catch (error) {
      if (isAlone && this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** Rows as lists. Not with a statement of the cache: another query with the same text would restart it. */
  iterate(sql: string, parameters: readonly unknown[]): Iterator<unknown[]> {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    return statement.iterate(...(parameters as readonly SQLInputValue[])) as unknown as Iterator<unknown[]>;
  }

  /**
   * Copies what is committed from the write-ahead log into the file when there is much of it. SQLite would do so inside the
   * commit that makes it much, which takes twice as long then.
   */
  checkpoint(): void {
    if (!this.#db.isOpen || this.#db.isTransaction) return;
    const log = this.#db.prepare("PRAGMA wal_checkpoint(NOOP)").get();
    if (Number(log?.["log"]) - Number(log?.["checkpointed"]) < checkpointPages) return;
    try {
      this.#db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The disk is full, for example. All of it is safe in the log, and the next call that writes tries again.
    }
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare(sql);
    if (this.#statements.size >= statementCacheSize) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }
}
