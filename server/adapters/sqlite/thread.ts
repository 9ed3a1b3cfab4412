/** This side of a thread that works on the database file: calls with answers, and streams. */
import { ThreadCalls } from "../../base/thread-calls.ts";
import { translateStorageError } from "../storage-errors.ts";
import type { Rows } from "./handle.ts";

export interface ThreadOptions {
  readonly path: string;
  readonly readOnly: boolean;
}

export type Call =
  | { readonly kind: "run"; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: "exec"; readonly sql: string }
  | {
      readonly kind: "open";
      readonly stream: number;
      readonly sql: string;
      readonly parameters: readonly unknown[];
      readonly batchRows: number;
    }
  | { readonly kind: "next" | "end"; readonly stream: number }
  | { readonly kind: "close" };
export class SqliteThread {
  readonly #calls: ThreadCalls;
  #lastStream = 0;

  constructor(options: ThreadOptions) {
    this.#calls = new ThreadCalls(new URL("./sqlite.worker.ts", import.meta.url), options, ({ message, details }) =>
      translateStorageError(Object.assign(new Error(message), details)),
    );
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    return (await this.#call({ kind: "run", sql, parameters })) as Rows;
  }

  async exec(sql: string): Promise<void> {
    await this.#call({ kind: "exec", sql });
  }

  /** Batches of rows; the next batch is read while this one is being used. */
  async *stream(sql: string, parameters: readonly unknown[], batchRows: number): AsyncGenerator<unknown[]> {
    const stream = ++this.#lastStream;
    await this.#call({ kind: "open", stream, sql, parameters, batchRows });
    const next = (): Promise<unknown[]> => {
      const batch = this.#call({ kind: "next", stream }) as Promise<unknown[]>;
      // Whoever gives up early never looks at it.
      batch.catch(() => undefined);
      return batch;
    };
    try {
      let coming = next();
      while (true) {
        const batch = await coming;
        if (batch.length === 0) return;
        coming = next();
        yield batch;
      }
    } finally {
      await this.#call({ kind: "end", stream });
    }
  }

  async close(): Promise<void> {
    if (this.#calls.hasEnded) return;
    await this.#call({ kind: "close" });
    await this.#calls.terminate();
  }

  #call(call: Call): Promise<unknown> {
    return this.#calls.call(call);
  }
}
