/** Jobs started by a command: waiting for them, and reporting each result. */

import { type Job, JobStatus } from "#schemas/wire";
import { type Connection, viewerUrl } from "../connection/connection.ts";
import { ExitCode } from "../process/errors.ts";
import { jobFailure, waitForJob } from "./jobs.ts";
import { jobStatusText } from "./job-status.ts";
import { fail, note, writeJsonLine } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";
import { printable } from "../terminal/terminal.ts";
import { isFatal, type WorstExitCode } from "../process/worst-exit-code.ts";

/** Waits for each job; a failed or cancelled one is a finding. @param onGood called before success is reported */
export async function watchJobs(
  connection: Connection,
  jobs: readonly Job[],
  { json }: { readonly json?: true },
  worst: WorstExitCode,
  onGood: (job: Job) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const { _id: id } of jobs) {
    const progress = createProgress({ unit: "steps" });
    try {
      const job = await waitForJob(connection.client, id, progress);
      progress.clear();
      const isGood = job.status === JobStatus.success;
      if (!isGood) worst.recordExitCode(ExitCode.findings);
      if (json === true) await writeJsonLine(jobLine(connection, job));
      else if (!isGood) fail(`${job.title}: ${jobFailure(job)}`);
      else {
        await onGood(job);
        note(printable(`${job.title}: ${jobStatusText(job.status)}.`));
      }
    } catch (error) {
      progress.clear();
      const { message, exitCode } = worst.record(error);
      fail(message);
      if (json === true) await writeJsonLine({ job: id, error: message, exitCode });
      if (isFatal(error)) break;
    }
  }
}

/** A job as printed by `--json`. */
export function jobLine(connection: Connection, job: Job): object {
  const url = job.dataset_id === undefined ? {} : { url: viewerUrl(connection, job.dataset_id) };
  return { ...job, statusText: jobStatusText(job.status), ...url };
}
