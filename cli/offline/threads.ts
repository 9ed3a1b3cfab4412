/** Runs tasks in worker threads. */

import { ThreadEndedError, type ThrownError } from "../../core-wasm/threads/thread-calls.ts";
import { ThreadPool } from "../../core-wasm/threads/thread-pool.ts";
import { ensureCore } from "../base/annotations/core.ts";
import { CliError, ExitCode } from "../base/process/errors.ts";
import { measureInput } from "../base/files/files.ts";
import { interrupted, readInterruptibly } from "../base/process/interrupt.ts";
import type { JobOf, ResultOf, TaskName } from "./tasks.ts";
import type { Order } from "./task.worker.ts";

/** Results in the order of the jobs, and so are calls of `onResult`. */
export async function runInThreads<N extends TaskName>(
  name: N,
  jobs: readonly JobOf<N>[],
  threads: number,
  onResult?: (result: ResultOf<N>, index: number) => Promise<void> | void,
): Promise<ResultOf<N>[]> {
  await ensureCore();
  const pool = new ThreadPool({ file: new URL("task.worker.ts", import.meta.url), size: threads, translate });
  const results: (ResultOf<N> | undefined)[] = jobs.map(() => undefined);
  let next = 0;
  let reportedCount = 0;
  let reporting = Promise.resolve();
  const report = async (): Promise<void> => {
    for (let result = results[reportedCount]; result !== undefined; result = results[reportedCount])
      await onResult?.(result, reportedCount++);
  };
  const run = async (): Promise<void> => {
    while (next < jobs.length) {
      const index = next++;
      results[index] = (await ask(pool, { name, job: jobs[index]! })) as ResultOf<N>;
      reporting = reporting.then(report);
      await reporting;
    }
  };
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const abort = (): void => stop(interrupted.reason);
  interrupted.addEventListener("abort", abort);
  try {
    interrupted.throwIfAborted();
    await Promise.race([Promise.all(Array.from({ length: threads }, run)), stopped]);
  } catch (error) {
    interrupted.throwIfAborted();
    throw error;
  } finally {
    interrupted.removeEventListener("abort", abort);
    await pool.close();
  }
  return results.filter((result) => result !== undefined);
}

async function ask(pool: ThreadPool, order: Order): Promise<unknown> {
  const { path } = order.job;
  const facts = await measureInput(path).catch(() => undefined);
  const call = (): Promise<unknown> => pool.thread().call(order);
  try {
    // A thread that reads a pipe cannot be ended.
    return await (facts?.isWaited === true ? readInterruptibly(call) : call());
  } catch (error) {
    if (!(error instanceof ThreadEndedError)) throw error;
    throw new CliError(ExitCode.findings, `${path}: a thread ended with code ${error.exitCode}; try --jobs 1.`);
  }
}

function translate({ message, details }: ThrownError): Error {
  const exitCode = details["exitCode"] as ExitCode | undefined;
  return exitCode === undefined ? new Error(message) : new CliError(exitCode, message);
}
