/** Waits until jobs have ended. */
import { vi } from "vitest";
import type { ApiClient, Job } from "#schemas";
import { hasEnded } from "#schemas/job-status";

/** The job once it has ended, well or not. */
export async function untilEnded({ client }: { readonly client: ApiClient }, id: string): Promise<Job> {
  const ended = async (): Promise<Job> => {
    const job = await client.call("job.get", { id });
    if (!hasEnded(job)) throw new Error(`the job ${job.title} has not ended: ${job.log?.join("") ?? ""}`);
    return job;
  };
  // Less than a test may take, so that a job that does not end is named.
  return await vi.waitFor(ended, { timeout: 150_000, interval: 100 });
}
