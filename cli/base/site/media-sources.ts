/** Finds media sources, and waits for the jobs that check or import them. */

import { type Assetstore, type Job, JobStatus } from "#schemas/wire";
import type { Connection } from "../connection/connection.ts";
import { CliError, ExitCode, usageError } from "../process/errors.ts";
import { interrupted } from "../process/interrupt.ts";
import { jobFailure, waitForJob } from "../jobs/jobs.ts";
import { writeJson } from "../terminal/output.ts";
import { createProgress } from "../terminal/progress.ts";

/** @param wanted an id, a name, or the registered location */
export async function requireSource({ client, url }: Connection, wanted: string): Promise<Assetstore> {
  const sources = await client.call("assetstore.list", { limit: 0 }, { signal: interrupted });
  const [source, ...others] = sources.filter(({ _id, name, root }) => [_id, name, root].includes(wanted));
  if (source === undefined) {
    throw usageError(`${url} has no media source "${wanted}": \`wakeline storage list\` shows them.`);
  }
  if (others.length > 0) throw usageError(`"${wanted}" means ${others.length + 1} media sources: name one by its id.`);
  return source;
}

/**
 * Waits for the job's end, and prints it as JSON if asked to.
 * @param failed what its failure means
 * @returns the lines of its log
 */
export async function waitForSourceJob(
  { client }: Connection,
  { _id: id }: Job,
  { json, failed }: { readonly json: boolean; readonly failed: string },
): Promise<string[]> {
  const progress = createProgress({ unit: "steps" });
  const job = await waitForJob(client, id, progress).finally(() => progress.clear());
  if (json) await writeJson(job);
  if (job.status !== JobStatus.success) throw new CliError(ExitCode.findings, `${failed}: ${jobFailure(job)}`);
  return (job.log ?? []).join("").trimEnd().split("\n");
}
