/** One connection to a database file, with the statements that it keeps prepared. Blocks while it works. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

export interface Rows {
  readonly rows: readonly unknown[];
  /** Of a statement that writes. */
  readonly changes?: number;
}

/** Statements that are kept prepared. The text of a query is its key. */
const STATEMENT_CACHE_SIZE = 300;

export class Handle {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string, readOnly: boolean) {
    this.#db = new DatabaseSync(path, { readOnly, timeout: 5000, enableForeignKeyConstraints: true });
    // What makes a commit durable.
    if (!readOnly) this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    this.#db.exec("PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456;");
  }

  run(sql: string, parameters: readonly unknown[]): Rows {
    const statement = this.#prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    return { rows: [], changes: Number(statement.run(...values).changes) };
  }

  exec(sql: string): void {
    this.#db.exec(sql);
  }

  /** Not with a statement of the cache: another query with the same text would begin it anew. */
  iterate(sql: string, parameters: readonly unknown[]): Iterator<unknown> {
    return this.#db.prepare(sql).iterate(...(parameters as readonly SQLInputValue[]));
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
