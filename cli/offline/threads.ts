/** Tasks in worker threads. */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ensureCore } from "../base/core.ts";
import { CliError, ExitCode } from "../base/errors.ts";
import { measureInput } from "../base/files.ts";
import { interrupted, whileWaiting } from "../base/interrupt.ts";
import type { JobOf, ResultOf, TaskName } from "./tasks.ts";
import type { Order, Reply } from "./worker.ts";

/** Results in the order of the jobs, `onResult` as well. */
export async function runInThreads<N extends TaskName>(
  name: N,
  jobs: readonly JobOf<N>[],
  threads: number,
  onResult?: (result: ResultOf<N>, index: number) => Promise<void> | void,
): Promise<ResultOf<N>[]> {
  await ensureCore();
  const results: (ResultOf<N> | undefined)[] = jobs.map(() => undefined);
  const workers: Worker[] = [];
  let next = 0;
  let told = 0;
  let telling = Promise.resolve();
  const tell = async (): Promise<void> => {
    for (let result = results[told]; result !== undefined; result = results[told]) await onResult?.(result, told++);
  };
  const run = async (): Promise<void> => {
    const worker = new Worker(new URL("worker.ts", import.meta.url));
    workers.push(worker);
    while (next < jobs.length) {
      const index = next++;
      const job = jobs[index]!;
      results[index] = (await askAbout(worker, { name, job })) as ResultOf<N>;
      telling = telling.then(tell);
      await telling;
    }
  };
  try {
    await Promise.all(Array.from({ length: threads }, run));
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return results.filter((result) => result !== undefined);
}

/** A thread that reads a pipe cannot be ended. */
async function askAbout(worker: Worker, order: Order): Promise<ResultOf<TaskName>> {
  const facts = await measureInput(order.job.path).catch(() => undefined);
  return await (facts?.isWaited === true ? whileWaiting(() => ask(worker, order)) : ask(worker, order));
}

async function ask(worker: Worker, order: Order): Promise<ResultOf<TaskName>> {
  const done = new AbortController();
  const signal = AbortSignal.any([interrupted, done.signal]);
  try {
    const message = once(worker, "message", { signal });
    const exit = once(worker, "exit", { signal });
    worker.postMessage(order);
    const outcome = await Promise.race([message, exit.then(([code]) => code as number)]);
    if (typeof outcome === "number") {
      throw new CliError(ExitCode.findings, `${order.job.path}: a thread ended with code ${outcome}; try --jobs 1.`);
    }
    const [reply] = outcome as [Reply];
    if ("result" in reply) return reply.result;
    const { exitCode, message: text } = reply.failure;
    throw exitCode === undefined ? new Error(text) : new CliError(exitCode, text);
  } catch (error) {
    interrupted.throwIfAborted();
    throw error;
  } finally {
    done.abort();
  }
}
