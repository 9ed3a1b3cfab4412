/** Waiting for the jobs of the server. */

import { setTimeout as sleep } from "node:timers/promises";
import { JobStatus } from "#schemas/wire";
import type { Job } from "#schemas/wire";
import type { ApiClient } from "#schemas/client";
import { interrupted } from "./interrupt.ts";
import type { Progress } from "./progress.ts";

const firstPollMs = 200;
const slowestPollMs = 2000;
const finished: ReadonlySet<number> = new Set([JobStatus.success, JobStatus.error, JobStatus.canceled]);

/** The job when it has ended, well or not. */
export async function waitForJob(client: ApiClient, id: string, progress: Progress): Promise<Job> {
  let pollMs = firstPollMs;
  while (true) {
    const job = await client.call("job.get", { id }, { signal: interrupted });
    if (finished.has(job.status)) return job;
    progress.update(job.progress?.message || job.title, job.progress?.current ?? 0, job.progress?.total ?? 0);
    await sleep(pollMs, undefined, { signal: interrupted });
    pollMs = Math.min(pollMs * 1.5, slowestPollMs);
  }
}

/** Why a job failed: the last thing its log says. */
export function jobFailure(job: Job): string {
  const lines = (job.log ?? []).join("\n").split(/\r?\n/);
  const last = lines.findLast((line) => line.trim() !== "");
  return (
    last?.trim() ?? (job.status === JobStatus.canceled ? "the job was canceled" : "the job failed without saying why")
  );
}
