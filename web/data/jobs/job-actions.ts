/** What people do to jobs in the lists of jobs. */
import { notifications } from "@mantine/notifications";
import { JobStatus } from "#schemas/wire";
import type { Job } from "#schemas/wire";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { isFinished } from "../../queries/jobs.ts";
import { keys } from "../../queries/keys.ts";
import { queryClient } from "../../queries/query-client.ts";

/** What waits or runs, and has not been told to stop yet. */
export function isCancellable(job: Job): boolean {
  return !isFinished(job) && job.status !== JobStatus.canceling && job._accessLevel >= 1;
}

export async function cancelJob({ _id: id, title }: Job): Promise<void> {
  await changeJobs(async () => {
    await api.call("job.cancel", { id });
    notifications.show({ message: t("jobs.cancelled", { title }), color: "teal" });
  });
}

/** Says what went wrong; the lists are read anew in any case. */
export async function changeJobs(change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    notifications.show({ message: errorText(error), color: "red" });
  }
  await queryClient.invalidateQueries({ queryKey: keys.jobs });
}
