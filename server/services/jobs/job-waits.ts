/**
 * The reason why a job waits: no worker takes it, or other jobs are ahead of it. It is looked up and never
 * stored, because workers come and go.
 */
import { counted } from "../../base/counted.ts";
import { capabilityText } from "../../domain/capability.ts";
import { claimableStatuses } from "../../domain/job-status.ts";
import { namedQueue } from "../../domain/queues.ts";
import type { Repositories } from "../../ports/database.ts";
import type { JobRecord } from "../../ports/records.ts";

/** The jobs, with what they wait for as the message of their progress. */
export async function withWaitReasons<View extends { readonly record: JobRecord }>(
  { jobQueue }: Pick<Repositories, "jobQueue">,
  views: readonly View[],
): Promise<View[]> {
  const takeable = views.filter(({ record }) => claimableStatuses.includes(record.status));
  const waiting = await jobQueue.waiting(takeable.map(({ record }) => record.id));
  if (waiting.length === 0) return [...views];
  const workers = await jobQueue.workers();
  const messages = new Map<string, string>();
  for (const { jobId, needs, ahead, ...waits } of waiting) {
    const queue = namedQueue(waits.queue);
    const serving = workers.filter(({ queues }) => queues.includes(queue));
    if (needs === null ? serving.length > 0 : serving.some(({ offer }) => offer.has.includes(needs))) {
      if (ahead > 0) messages.set(jobId, `Waiting for ${counted(ahead, "job")} ahead in ${queue}.`);
      continue;
    }
    const what = needs === null || serving.length === 0 ? `of the queue ${queue}` : capabilityText(needs);
    messages.set(jobId, `Waits for a worker ${what}: none is connected.`);
  }
  return views.map((view) => {
    const message = messages.get(view.record.id);
    if (message === undefined) return view;
    return { ...view, record: { ...view.record, progress: { total: 0, current: 0, message } } };
  });
}
