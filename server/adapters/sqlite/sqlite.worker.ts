/**
 * A thread that works on the database file, so that no query, no commit and no sync of the disk holds up the thread that
 * answers requests. Calls are done one after the other; a stream gives its rows when it is asked for more.
 */
import { parentPort, workerData } from "node:worker_threads";

import { joinRows, JOINED, type JoinedRow } from "../sql/joined-json.ts";
import { Handle } from "./handle.ts";
import type { Answer, Request, ThreadOptions } from "./thread.ts";

const { path, readOnly } = workerData as ThreadOptions;
const main = new Handle(path, readOnly);

interface OpenStream {
  readonly rows: Iterator<unknown>;
  readonly batchRows: number;
  readonly close: () => void;
}
/** Characters or bytes after which a batch ends: taking a message in holds up the other thread. */
const BATCH_LENGTH = 512 * 1024;
const streams = new Map<number, OpenStream>();

function answer(request: Request): unknown {
  switch (request.kind) {
    case "run":
      return main.run(request.sql, request.parameters);
    case "exec":
      main.exec(request.sql);
      return undefined;
    case "open": {
      // A handle of its own: its snapshot stays open between rows, and must not make other readers see old data.
      const handle = readOnly ? new Handle(path, true) : main;
      const rows = handle.iterate(request.sql, request.parameters);
      const close = (): void => (handle === main ? void rows.return?.() : handle.close());
      streams.set(request.stream, { rows, batchRows: request.batchRows, close });
      return undefined;
    }
    case "next": {
      const stream = streams.get(request.stream);
      return stream === undefined ? [] : nextBatch(stream);
    }
    case "end":
      streams.get(request.stream)?.close();
      streams.delete(request.stream);
      return undefined;
    case "close":
      for (const { close } of streams.values()) close();
      main.close();
      return undefined;
  }
}

function nextBatch({ rows, batchRows }: OpenStream): unknown[] {
  const batch: object[] = [];
  let length = 0;
  while (batch.length < batchRows && length < BATCH_LENGTH) {
    const { done, value } = rows.next();
    if (done === true) break;
    batch.push(value as object);
    for (const column of Object.values(value as object)) {
      if (typeof column === "string" || column instanceof Uint8Array) length += column.length;
    }
  }
  const [first] = batch;
  const isJoined = first !== undefined && JOINED in first;
  return isJoined ? [joinRows(batch as Parameters<typeof joinRows>[0])] : batch;
}

/** Bytes that were made here are handed over instead of copied. */
function transferable(value: unknown): ArrayBuffer[] {
  const joined = Array.isArray(value) ? (value[0] as Partial<JoinedRow> | undefined)?.[JOINED] : undefined;
  return joined instanceof Uint8Array && joined.buffer instanceof ArrayBuffer ? [joined.buffer] : [];
}

parentPort?.on("message", (request: Request) => {
  const { id } = request;
  let reply: Answer;
  try {
    reply = { id, ok: true, value: answer(request) };
  } catch (error) {
    // SQLite's result code would not survive the way as a property of an Error.
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    reply = { id, ok: false, message, code, errcode };
  }
  parentPort?.postMessage(reply, reply.ok ? transferable(reply.value) : []);
});
