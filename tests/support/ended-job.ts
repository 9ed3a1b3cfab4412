/** Waits until jobs have ended. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient, Job } from "#schemas";
import { hasEnded } from "#schemas/job-status";

/** Less than a test may take, so that a job that does not end is named. */
const patienceMs = 150_000;

/** The job once it has ended, well or not. Throws if the server does not answer. */
export async function untilEnded({ client }: { readonly client: ApiClient }, id: string): Promise<Job> {
  const deadline = performance.now() + patienceMs;
  while (true) {
    const job = await client.call("job.get", { id });
    if (hasEnded(job)) return job;
    if (performance.now() > deadline) throw new Error(`${job.title} has not ended: ${job.log?.join("") ?? ""}`);
    await sleep(100);
  }
}
