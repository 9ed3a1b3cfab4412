/** Runs one task for many files: in this thread when there is little to do, otherwise in parallel worker threads. */

import { availableParallelism } from "node:os";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { OnBytes } from "../base/annotations/annotations.ts";
import { interrupted } from "../base/process/interrupt.ts";
import { runTask } from "./tasks.ts";
import type { JobOf, ResultOf, TaskName } from "./tasks.ts";

export interface RunOptions<R> {
  /** Maximum number of files at a time. Default: the number of cores. */
  readonly jobs?: number | undefined;
  /** Total size of all inputs. */
  readonly totalBytes: number;
  /** Called while a large file is read, without threads. */
  readonly onBytes?: OnBytes;
  /** Called for each result in the order of the files, as soon as all before it are available. */
  readonly onResult?: (result: R, index: number) => Promise<void> | void;
}

/** Starting a thread takes as long as reading this much. */
const bytesWorthThreads = 16 << 20;

/** Results in the order of the jobs. Stops at the first failure, and when interrupted. */
export async function runTasks<N extends TaskName>(
  name: N,
  jobs: readonly JobOf<N>[],
  { jobs: asked, totalBytes, onBytes, onResult }: RunOptions<ResultOf<N>>,
): Promise<ResultOf<N>[]> {
  const threads = Math.min(asked ?? availableParallelism(), jobs.length);
  if (threads > 1 && (asked !== undefined || totalBytes >= bytesWorthThreads)) {
    const { runInThreads } = await import("./threads.ts");
    return runInThreads(name, jobs, threads, onResult);
  }
  const results: ResultOf<N>[] = [];
  for (const [index, job] of jobs.entries()) {
    // Ctrl-C is only noticed between two turns of the event loop.
    await nextTurn();
    interrupted.throwIfAborted();
    const result = await runTask(name, job, onBytes);
    results.push(result);
    await onResult?.(result, index);
  }
  await nextTurn();
  interrupted.throwIfAborted();
  return results;
}
