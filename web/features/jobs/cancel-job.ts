/** Cancels a job after a confirmation, since its results so far may be lost. */
import { hasEnded, JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { AccessLevel } from "#schemas/access-level";
import { api } from "../../api/client.ts";
import { t } from "../../base/texts/index.ts";
import { jobWords } from "./job-words.ts";
import { applyChangedJob } from "../../queries/jobs.ts";
import { confirmDialog } from "../../ui/dialogs/confirm.tsx";
import { showError } from "../show-error.ts";

/** Waiting or running, not yet cancelled, and the user has the right. */
export function isCancellable(job: Job): boolean {
  return !hasEnded(job) && job.status !== JobStatus.canceling && job._accessLevel >= AccessLevel.write;
}

/** Resolves to whether the job will stop. */
export async function cancelJob(job: Job): Promise<boolean> {
  const isConfirmed = await confirmDialog({
    title: t("jobs.cancelTitle"),
    text: t("jobs.cancelText", { title: jobWords(job.title) }),
    positive: t("jobs.cancel"),
    negative: t("jobs.cancelNot"),
    danger: true,
  });
  if (!isConfirmed) return false;
  try {
    applyChangedJob(await api.call("job.cancel", { id: job._id }));
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
}
