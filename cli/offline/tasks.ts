/** The tasks that run file by file. Each is loaded on first use. */

import type { AnnotationCore } from "#core/types";
import type { OnBytes } from "../base/annotations/annotations.ts";
import { openCore } from "../base/annotations/core.ts";

const tasks = {
  convert: async () => (await import("./convert-file.ts")).convertFile,
  check: async () => (await import("./check-file.ts")).checkFile,
  count: async () => (await import("./count-file.ts")).countFile,
} as const;

export type TaskName = keyof typeof tasks;
type Work<N extends TaskName> = Awaited<ReturnType<(typeof tasks)[N]>>;
export type JobOf<N extends TaskName> = Parameters<Work<N>>[0];
export type ResultOf<N extends TaskName> = Awaited<ReturnType<Work<N>>>;

/** One core per thread is enough: every read empties it. */
let shared: Promise<AnnotationCore> | undefined;

export async function runTask<N extends TaskName>(name: N, job: JobOf<N>, onBytes?: OnBytes): Promise<ResultOf<N>> {
  const work = (await tasks[name]()) as (
    job: JobOf<N>,
    core: AnnotationCore,
    onBytes?: OnBytes,
  ) => Promise<ResultOf<N>>;
  shared ??= openCore();
  return work(job, await shared, onBytes);
}
