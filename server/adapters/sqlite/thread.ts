/** This side of a thread that works on the database file: calls with answers, and streams. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { translateStorageError } from "../storage-errors.ts";
import type { Rows } from "./handle.ts";

export interface ThreadOptions {
  readonly path: string;
  readonly readOnly: boolean;
}

type Call =
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
export type Request = Call & { readonly id: number };
export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly message: string;
      readonly code: string | undefined;
      readonly errcode: number | undefined;
    };

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class SqliteThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #failure: Error | undefined;

  constructor(options: ThreadOptions) {
    this.#worker = new Worker(new URL("./sqlite.worker.ts", import.meta.url), {
      workerData: options,
      // Node calls its SQLite experimental at every start: known and decided.
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
    this.#worker.on("message", (answer: Answer) => this.#settle(answer));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("the database is closed")));
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    return (await this.#call({ kind: "run", sql, parameters })) as Rows;
  }

  async exec(sql: string): Promise<void> {
    await this.#call({ kind: "exec", sql });
  }

  /** Batches of rows; the next batch is read while this one is being used. */
  async *stream(sql: string, parameters: readonly unknown[], batchRows: number): AsyncGenerator<unknown[]> {
    const stream = ++this.#lastId;
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
    if (this.#failure !== undefined) return;
    await this.#call({ kind: "close" });
    const gone = once(this.#worker, "exit");
    await this.#worker.terminate();
    await gone;
  }

  #call(call: Call): Promise<unknown> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...call, id });
    });
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (answer.ok) waiting?.resolve(answer.value);
    else {
      const { message, code, errcode } = answer;
      waiting?.reject(translateStorageError(Object.assign(new Error(message), { code, errcode })));
    }
  }

  /** Nobody waits for ever for a thread that has ended. */
  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
