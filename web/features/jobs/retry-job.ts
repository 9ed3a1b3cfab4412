/** Retries a job that failed or was cancelled: this creates a new job, listed above the old one. */
import { notifications } from "@mantine/notifications";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "./job-words.ts";
import { applyJobStatus } from "../../queries/jobs.ts";

export function isRetryable({ status, _accessLevel }: Job): boolean {
  return (status === JobStatus.error || status === JobStatus.canceled) && _accessLevel >= AccessLevel.write;
}

export async function retryJob(job: Job): Promise<void> {
  try {
    const again = await api.call("job.retry", { id: job._id });
    applyJobStatus(again);
    notifications.show({ color: "teal", message: t("jobs.retryDone", { title: jobWords(again.title) }) });
  } catch (error) {
    notifications.show({ color: "red", title: t("jobs.retryFailed"), message: errorText(error) });
  }
}
