/** The caller's side of a thread that works on the database file: calls with answers, and streams. */
import { SpareBuffers } from "../../base/pooled-bytes.ts";
import { ThreadCalls } from "../../../core-wasm/threads/thread-calls.ts";
import { translateStorageError } from "../storage-errors.ts";
import type { Rows } from "./handle.ts";
import { pieceBytes } from "./piece-filler.ts";

export interface ThreadOptions {
  readonly path: string;
  readonly readOnly: boolean;
}

export type Call =
  | { readonly kind: "run"; readonly sql: string; readonly parameters: readonly unknown[] }
  /** Further rows of a "run". */
  | { readonly kind: "rest"; readonly rest: number }
  | { readonly kind: "run-each"; readonly sql: string; readonly rows: readonly (readonly unknown[])[] }
  | { readonly kind: "exec"; readonly sql: string }
  | { readonly kind: "open"; readonly stream: number; readonly sql: string; readonly parameters: readonly unknown[] }
  /** `spare`: a buffer to fill. */
  | { readonly kind: "next"; readonly stream: number; readonly spare?: ArrayBuffer | undefined }
  | { readonly kind: "end"; readonly stream: number }
  | { readonly kind: "close" };

/** Two: a thread that has answered finds the next call already there and need not be woken. */
const queuedPieces = 2;
/** Buffers kept for later streams: 8 MB. */
const maxSpares = 16;

export class SqliteThread {
  readonly #calls: ThreadCalls;
  #lastStream = 0;
  readonly #spares = new SpareBuffers(pieceBytes, maxSpares);

  constructor(options: ThreadOptions) {
    this.#calls = new ThreadCalls(new URL("./sqlite.worker.ts", import.meta.url), options, ({ message, details }) =>
      translateStorageError(Object.assign(new Error(message), details)),
    );
  }

  get waiting(): number {
    return this.#calls.waiting;
  }

  /** Whether it is working on a call. False while it starts: a thread started later would not answer sooner. */
  get isAnswering(): boolean {
    return this.#calls.hasAnswered && this.waiting > 0;
  }

  async run(sql: string, parameters: readonly unknown[]): Promise<Rows> {
    const result = (await this.#call({ kind: "run", sql, parameters })) as Rows;
    if (result.rest === undefined) return result;
    const rows = [...result.rows];
    let rest: number | undefined = result.rest;
    while (rest !== undefined) {
      const more = (await this.#call({ kind: "rest", rest })) as Rows;
      for (const row of more.rows) rows.push(row);
      rest = more.rest;
    }
    return { rows };
  }

  /** Runs a statement that writes once for each row; if it fails for one, nothing is written. */
  async runEach(sql: string, rows: readonly (readonly unknown[])[]): Promise<Rows> {
    const packed = pack(rows);
    return (await this.#call({ kind: "run-each", sql, rows: packed.rows }, packed.buffers)) as Rows;
  }

  async exec(sql: string): Promise<void> {
    await this.#call({ kind: "exec", sql });
  }

  /** The bytes of a query for one column, joined by commas; the next pieces are read while one is being used. */
  async *stream(sql: string, parameters: readonly unknown[]): AsyncGenerator<Uint8Array> {
    const stream = ++this.#lastStream;
    await this.#call({ kind: "open", stream, sql, parameters });
    const next = (): Promise<Uint8Array | undefined> => {
      const piece = this.#next(stream);
      // A reader that stops early never awaits it.
      piece.catch(() => undefined);
      return piece;
    };
    try {
      const coming = Array.from({ length: queuedPieces }, next);
      while (true) {
        const piece = await coming.shift();
        if (piece === undefined) return;
        coming.push(next());
        yield piece;
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

  async #next(stream: number): Promise<Uint8Array | undefined> {
    const spare = this.#spares.take();
    const transfer = spare === undefined ? [] : [spare];
    const piece = (await this.#call({ kind: "next", stream, spare }, transfer)) as Uint8Array | undefined;
    if (piece !== undefined) this.#spares.lend(piece);
    return piece;
  }

  #call(call: Call, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    return this.#calls.call(call, transfer);
  }
}

/**
 * Copies byte values into one buffer that can be transferred. They may be views of much larger buffers, which would be
 * copied whole.
 */
function pack(rows: readonly (readonly unknown[])[]): {
  rows: readonly (readonly unknown[])[];
  buffers: ArrayBuffer[];
} {
  let length = 0;
  for (const row of rows) for (const value of row) if (value instanceof Uint8Array) length += value.length;
  if (length === 0) return { rows, buffers: [] };
  const all = new Uint8Array(length);
  let end = 0;
  const packed = (value: unknown): unknown => {
    if (!(value instanceof Uint8Array)) return value;
    const begin = end;
    all.set(value, begin);
    end += value.length;
    return all.subarray(begin, end);
  };
  return { rows: rows.map((row) => row.map(packed)), buffers: [all.buffer] };
}
