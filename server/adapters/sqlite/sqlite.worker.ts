/**
 * A thread that works on the database file, so that no query, no commit and no sync of the disk holds up the thread that
 * answers requests. Calls are done one after the other; a stream gives its rows when it is asked for more.
 */
import { workerData } from "node:worker_threads";

import { answerCalls, Transferred } from "../../base/thread-answers.ts";
import { joinRows, JOINED, type JoinedRow } from "../sql/joined-json.ts";
import { Handle } from "./handle.ts";
import type { Call, ThreadOptions } from "./thread.ts";

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

function answer(call: Call): unknown {
  switch (call.kind) {
    case "run":
      return main.run(call.sql, call.parameters);
    case "exec":
      main.exec(call.sql);
      return undefined;
    case "open": {
      // A handle of its own: its snapshot stays open between rows, and must not make other readers see old data.
      const handle = readOnly ? new Handle(path, true) : main;
      const rows = handle.iterate(call.sql, call.parameters);
      const close = (): void => (handle === main ? void rows.return?.() : handle.close());
      streams.set(call.stream, { rows, batchRows: call.batchRows, close });
      return undefined;
    }
    case "next": {
      const stream = streams.get(call.stream);
      return stream === undefined ? [] : handOver(nextBatch(stream));
    }
    case "end":
      streams.get(call.stream)?.close();
      streams.delete(call.stream);
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
function handOver(batch: unknown[]): unknown {
  const joined = (batch[0] as Partial<JoinedRow> | undefined)?.[JOINED];
  const isOurs = joined instanceof Uint8Array && joined.buffer instanceof ArrayBuffer;
  return isOurs ? new Transferred(batch, [joined.buffer]) : batch;
}

answerCalls(
  (call) => answer(call as Call),
  // SQLite's result codes.
  (error) => ({ code: (error as NodeJS.ErrnoException).code, errcode: (error as { errcode?: number }).errcode }),
);
