/**
 * Makes one call in its own thread, which ends with it: only ending a thread stops work that takes too long, or
 * frees its memory.
 */
import type { Transferable } from "node:worker_threads";

import { ThreadCalls, type ThrownError } from "./thread-calls.ts";

export interface ThreadRun {
  /** The thread's file, which calls `answerCalls`. */
  readonly file: URL;
  readonly call: unknown;
  /** Buffers and ports that are transferred instead of copied. */
  readonly transfer?: readonly Transferable[];
  /** Default: no limit. */
  readonly timeoutMs?: number;
  /** Default: Node's limit. */
  readonly memoryMb?: number;
  /** Discards what the thread writes to stderr. */
  readonly isSilent?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Converts an error thrown by the call into the one that the caller gets. Default: one with the same message. */
  readonly translate?: (error: ThrownError) => unknown;
}

/** The call exceeded its time or memory limit. */
export class ThreadLimitError extends Error {
  readonly limit: "time" | "memory";

  constructor(limit: "time" | "memory") {
    super(`a thread took too much ${limit}`);
    this.limit = limit;
  }
}

/**
 * @throws ThreadLimitError; the reason of the signal; what the call has thrown; Error when the thread ends on its own
 */
export async function runInThread({ file, call, ...options }: ThreadRun): Promise<unknown> {
  const { translate = ({ message }) => new Error(message), memoryMb, isSilent } = options;
  options.signal?.throwIfAborted();
  const thread = new ThreadCalls(file, undefined, translate, { memoryMb, isSilent });
  try {
    return await callWithin(thread, call, options);
  } finally {
    await thread.terminate();
  }
}

/** A call with limits; the thread must be ended when it throws, since the work may go on in it. */
export async function callWithin(
  thread: ThreadCalls,
  call: unknown,
  { transfer, timeoutMs, signal }: Pick<ThreadRun, "transfer" | "timeoutMs" | "signal">,
): Promise<unknown> {
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
  }
}
