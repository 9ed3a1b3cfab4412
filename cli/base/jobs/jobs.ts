/** Jobs of the server: finding one, and waiting for it. */

import { setTimeout as sleep } from "node:timers/promises";
import { hasEnded, JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { ApiError } from "#schemas/client";
import type { ApiClient } from "#schemas/client";
import type { Connection } from "../connection/connection.ts";
import { usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import type { Progress } from "../terminal/progress.ts";

const firstPollMs = 200;
const slowestPollMs = 2000;

/** The job with this id, including its log. A missing one is a usage error, as for datasets. */
export async function requireJob({ client, url }: Connection, id: string): Promise<Job> {
  if (!/^[0-9a-f]{24}$/.test(id)) throw usageError(`"${id}" is not the id of a job: \`wakeline job list\` shows them.`);
  try {
    return await client.call("job.get", { id }, { signal: interrupted });
  } catch (error) {
    // api/v1 returns 400 for missing documents.
    const isMissing = error instanceof ApiError && (error.status === 400 || error.status === 404);
    throw isMissing ? usageError(`${url} has no job ${id}.`, error) : error;
  }
}

/** Waits for the end of a job, successful or not, and returns the job. */
export async function waitForJob(client: ApiClient, id: string, progress: Progress): Promise<Job> {
  let pollMs = firstPollMs;
  while (true) {
    const job = await client.call("job.get", { id }, { signal: interrupted });
    if (hasEnded(job)) return job;
    progress.update(job.progress?.message || job.title, job.progress?.current ?? 0, job.progress?.total ?? 0);
    await sleep(pollMs, undefined, { signal: interrupted });
    pollMs = Math.min(pollMs * 1.5, slowestPollMs);
  }
}

/** Why a job failed: the last line of its log. */
export function jobFailure(job: Job): string {
  const lines = (job.log ?? []).join("\n").split(/\r?\n/);
  const last = lines.findLast((line) => line.trim() !== "");
  return (
    last?.trim() ?? (job.status === JobStatus.canceled ? "the job was canceled" : "the job failed without saying why")
  );
}
