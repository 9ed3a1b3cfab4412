/**
 * A thread that works on the database file, so that no query, no commit and no sync of the disk holds up the thread that
 * answers requests. Calls are done one after the other; a stream gives its rows when it is asked for more.
 */
import { workerData } from "node:worker_threads";

import { answerCalls, Transferred } from "../../base/thread-answers.ts";
import { workBehindRequests } from "../../base/thread-priority.ts";
import { JOINED } from "../sql/joined-json.ts";
import { Handle } from "./handle.ts";
import { PieceFiller } from "./piece-filler.ts";
import type { Call, ThreadOptions } from "./thread.ts";

const { path, readOnly } = workerData as ThreadOptions;
const main = new Handle(path, readOnly ? "read" : "write");
// Who writes holds others up, and should be done soon.
if (readOnly) workBehindRequests();

/** A handle whose stream has ended: the next stream finds the file's pages mapped. */
let idle: Handle | undefined;

interface OpenStream {
  /** @param spare a buffer that may be filled */
  readonly next: (spare: ArrayBuffer | undefined) => unknown;
  readonly close: () => void;
}
/** Characters or bytes after which a batch of rows ends: taking a message in holds up the other thread. */
const BATCH_LENGTH = 512 * 1024;
const streams = new Map<number, OpenStream>();

function answer(call: Call): unknown {
  switch (call.kind) {
    case "run":
      return main.run(call.sql, call.parameters);
    case "run-each":
      return main.runEach(call.sql, call.rows);
    case "exec":
      main.exec(call.sql);
      return undefined;
    case "open": {
      // A handle of its own: its snapshot stays open between rows, and must not make other readers see old data.
      const handle = readOnly ? (idle ?? new Handle(path, "stream")) : main;
      if (handle === idle) idle = undefined;
      const { columns, rows } = handle.iterate(call.sql, call.parameters);
      const isJoined = columns.length === 1 && columns[0] === JOINED;
      const next = isJoined ? pieces(rows) : batches(columns, rows, call.batchRows);
      const close = (): void => {
        rows.return?.();
        if (handle === main) return;
        if (idle === undefined) idle = handle;
        else handle.close();
      };
      streams.set(call.stream, { next, close });
      return undefined;
    }
    case "next":
      return streams.get(call.stream)?.next(call.spare) ?? [];
    case "end":
      streams.get(call.stream)?.close();
      streams.delete(call.stream);
      return undefined;
    case "close":
      for (const { close } of streams.values()) close();
      idle?.close();
      main.close();
      return undefined;
  }
}

/** The rows of a stream as objects. */
function batches(columns: readonly string[], rows: Iterator<unknown[]>, batchRows: number): () => unknown[] {
  let ended = false;
  return () => {
    const batch: object[] = [];
    let length = 0;
    while (!ended && batch.length < batchRows && length < BATCH_LENGTH) {
      const { done, value } = rows.next();
      // Asked again, a statement would begin anew.
      ended = done === true;
      if (ended) break;
      batch.push(Object.fromEntries(columns.map((name, n) => [name, value[n]])));
      for (const column of value) {
        if (typeof column === "string" || column instanceof Uint8Array) length += column.length;
      }
    }
    return batch;
  };
}

/** Bytes of many rows as one row, in a buffer that is handed over instead of copied. */
function pieces(rows: Iterator<unknown[]>): OpenStream["next"] {
  const filler = new PieceFiller(rows as Iterator<[Uint8Array]>);
  return (spare) => {
    const piece = filler.next(spare);
    return piece === undefined ? [] : new Transferred([{ [JOINED]: piece }], [piece.buffer]);
  };
}

/** Tidies up after a call that has written, when it has been answered. */
function tidyUp(call: Call): void {
  if (!readOnly && (call.kind === "run" || call.kind === "run-each" || call.kind === "exec")) main.checkpoint();
}

answerCalls(
  (call) => {
    setImmediate(tidyUp, call as Call);
    return answer(call as Call);
  },
  // SQLite's result codes.
  (error) => ({ code: (error as NodeJS.ErrnoException).code, errcode: (error as { errcode?: number }).errcode }),
);
