/**
 * A thread that works on the database file, so that no query, commit or disk sync blocks the thread that answers
 * requests. Calls run one after the other; a stream returns rows on request.
 */
import { workerData } from "node:worker_threads";

import { answerCalls, Transferred } from "../../../core-wasm/threads/thread-answers.ts";
import { lowerThreadPriority } from "../../base/thread-priority.ts";
import { Handle, type Rows } from "./handle.ts";
import { PieceFiller } from "./piece-filler.ts";
import type { Call, ThreadOptions } from "./thread.ts";

const { path, readOnly } = workerData as ThreadOptions;
const main = new Handle(path, readOnly ? "read" : "write");
// Not the writer: others wait for it, so it should finish soon.
if (readOnly) lowerThreadPriority();

/** A handle whose stream has ended: the next stream finds the file's pages mapped. */
let idle: Handle | undefined;

interface OpenStream {
  /** @param spare a buffer that may be filled */
  readonly next: (spare: ArrayBuffer | undefined) => unknown;
  readonly close: () => void;
}
const streams = new Map<number, OpenStream>();

/** Characters or bytes after which a message with rows ends: receiving it blocks the other thread. */
const messageLength = 512 * 1024;
/** Overhead of a row in addition to its texts. */
const rowLength = 300;
let lastRest = 0;
/** Rows still to be fetched, in messages. */
const rests = new Map<number, unknown[][]>();

function answer(call: Call): unknown {
  switch (call.kind) {
    case "run":
      return inMessages(main.run(call.sql, call.parameters));
    case "rest":
      return nextMessage(call.rest);
    case "run-each":
      return main.runEach(call.sql, call.rows);
    case "exec":
      main.exec(call.sql);
      return undefined;
    case "open": {
      // A separate handle: its snapshot stays open between rows, and must not make other readers see old data.
      const handle = readOnly ? (idle ?? new Handle(path, "stream")) : main;
      if (handle === idle) idle = undefined;
      const rows = handle.iterate(call.sql, call.parameters);
      const close = (): void => {
        rows.return?.();
        if (handle === main) return;
        if (idle === undefined) idle = handle;
        else handle.close();
      };
      streams.set(call.stream, { next: pieces(rows), close });
      return undefined;
    }
    case "next":
      return streams.get(call.stream)?.next(call.spare);
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

/** @returns the first rows, and the number under which the rest can be fetched */
function inMessages(result: Rows): Rows {
  const messages: unknown[][] = [];
  let begin = 0;
  let length = 0;
  for (const [n, row] of result.rows.entries()) {
    length += rowLength;
    for (const column of Object.values(row as object)) {
      if (typeof column === "string" || column instanceof Uint8Array) length += column.length;
    }
    if (length < messageLength) continue;
    messages.push(result.rows.slice(begin, n + 1));
    begin = n + 1;
    length = 0;
  }
  if (messages.length === 0) return result;
  messages.push(result.rows.slice(begin));
  rests.set(++lastRest, messages);
  return nextMessage(lastRest);
}

function nextMessage(rest: number): Rows {
  const messages = rests.get(rest) ?? [];
  const rows = messages.shift() ?? [];
  if (messages.length > 0) return { rows, rest };
  rests.delete(rest);
  return { rows };
}

/** Bytes of many rows, in a buffer that is transferred instead of copied. */
function pieces(rows: Iterator<unknown[]>): OpenStream["next"] {
  const filler = new PieceFiller(rows as Iterator<[Uint8Array]>);
  return (spare) => {
    const piece = filler.next(spare);
    return piece && new Transferred(piece, [piece.buffer]);
  };
}

/** Runs after the answer to a call that wrote. */
function tidyUp(call: Call): void {
  if (!readOnly && (call.kind === "run" || call.kind === "run-each" || call.kind === "exec")) main.checkpoint();
}

answerCalls(
  (call) => {
    setImmediate(tidyUp, call as Call);
    return answer(call as Call);
  },
  // Keeps SQLite's result codes.
  (error) => ({ code: (error as NodeJS.ErrnoException).code, errcode: (error as { errcode?: number }).errcode }),
);
