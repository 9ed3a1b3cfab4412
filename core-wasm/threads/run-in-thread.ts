/**
 * One call in a thread of its own, which ends with it: nothing but the end of a thread stops work that takes too long, or
 * gets its memory back.
 */
import type { Transferable } from "node:worker_threads";

import { ThreadCalls, type ThrownError } from "./thread-calls.ts";

export interface ThreadRun {
  /** Its thread answers with `answerCalls`. */
  readonly file: URL;
  readonly call: unknown;
  /** Buffers and ports that are handed over instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Default: as long as it takes. */
  readonly timeoutMs?: number;
  /** Default: that of Node. */
  readonly memoryMb?: number;
  /** What it writes to stderr is dropped. */
  readonly isSilent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Makes the error that the caller gets of one that the call has thrown. Default: one with the same message. */
  readonly translate?: (error: ThrownError) => unknown;
}

/** The call took more time, or more memory, than it may. */
export class ThreadLimitError extends Error {
  readonly limit: "time" | "memory";

  constructor(limit: "time" | "memory") {
    super(`a thread took too much ${limit}`);
    this.limit = limit;
  }
}

/** @throws ThreadLimitError; the reason of the signal; what the call has thrown; Error when the thread ends by itself */
export async function runInThread({
  file,
  call,
  transfer,
  timeoutMs,
  signal,
  ...options
}: ThreadRun): Promise<unknown> {
  const { translate = ({ message }) => new Error(message), memoryMb, isSilent } = options;
  signal?.throwIfAborted();
  const thread = new ThreadCalls(file, undefined, translate, { memoryMb, isSilent });
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const abort = (): void => stop(signal?.reason);
  signal?.addEventListener("abort", abort);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop(new ThreadLimitError("time")), timeoutMs);
  try {
    return await Promise.race([thread.call(call, transfer), stopped]);
  } catch (error) {
    const isMemory = (error as NodeJS.ErrnoException | undefined)?.code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isMemory ? new ThreadLimitError("memory") : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    await thread.terminate();
  }
}
