/** One connection to a database file, with a cache of prepared statements. Blocking. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export interface Rows {
  readonly rows: readonly unknown[];
  /** For a statement that writes. */
  readonly changes?: number;
  /** Number under which further rows can be fetched. */
  readonly rest?: number;
}

/** `stream`: reads everything once, in one long answer. There can be many of these at a time. */
export type Use = "write" | "read" | "stream";

const mapped = "PRAGMA mmap_size = 268435456;";
const pragmas: Readonly<Record<Use, string>> = {
  // The first two make commits durable. Commits are copied from the log into the file by `checkpoint`; inside a commit
  // only if commits follow each other so quickly that `checkpoint` never runs.
  write:
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32000;",
  read: `PRAGMA cache_size = -32000; ${mapped}`,
  // Rows read once need not be cached, and pages of the write-ahead log are copied into each cache.
  stream: `PRAGMA cache_size = -1000; ${mapped}`,
};

/** Pages of the write-ahead log that trigger a checkpoint: SQLite's own default, 4 MB. */
const checkpointPages = 1000;

/** Number of prepared statements kept, by the text of the query. */
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

  /** Runs a statement that writes once for each row; if it fails for one outside a transaction, nothing is written. */
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

  /** Rows as lists. Does not use a cached statement: another query with the same text would restart it. */
  iterate(sql: string, parameters: readonly unknown[]): Iterator<unknown[]> {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    return statement.iterate(...(parameters as readonly SQLInputValue[])) as unknown as Iterator<unknown[]>;
  }

  /**
   * Copies committed pages from the write-ahead log into the file once there are many. SQLite would do so inside a
   * commit, which then takes twice as long.
   */
  checkpoint(): void {
    if (!this.#db.isOpen || this.#db.isTransaction) return;
    const log = this.#db.prepare("PRAGMA wal_checkpoint(NOOP)").get();
    if (Number(log?.["log"]) - Number(log?.["checkpointed"]) < checkpointPages) return;
    try {
      this.#db.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch {
      // The disk is full, for example. Everything is safe in the log, and the next write tries again.
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
