/** Notifications to the owner of a job (api-v1 12.3). Jobs without an owner send none. */
import { JobStatus } from "#schemas";
import { hasEnded } from "#schemas/job-status";

import { AccessLevel } from "../../base/access-level.ts";
import type { JobRecord } from "../../ports/records.ts";
import { jobDocument } from "./job-document.ts";
import type { NotificationService } from "../site/notification.service.ts";

export class JobMessages {
  readonly #notifications: NotificationService;

  constructor(notifications: NotificationService) {
    this.#notifications = notifications;
  }

  async created(job: JobRecord): Promise<void> {
    await this.#publish(job, "job_created", {
      ...jobDocument(job, AccessLevel.admin),
      kwargs: JSON.stringify(job.kwargs),
    });
  }

  async statusChanged(job: JobRecord): Promise<void> {
    await this.#publish(job, "job_status", { ...jobDocument(job, AccessLevel.admin) });
  }

  async logged(job: JobRecord, text: string, overwrite: boolean): Promise<void> {
    await this.#publish(job, "job_log", { _id: job.id, overwrite, text });
  }

  /** One message per job, updated in place: its id is the job's. */
  async progressed(job: JobRecord): Promise<void> {
    if (job.userId === null || job.progress === null) return;
    const data = {
      title: job.title,
      ...job.progress,
      state: stateOf(job.status),
      resource: { ...jobDocument(job, AccessLevel.admin) },
      resourceName: "job",
    };
    await this.#notifications.publish(job.userId, "progress", data, { id: job.id, createdMs: job.createdMs });
  }

  async #publish(job: JobRecord, type: string, data: Record<string, unknown>): Promise<void> {
    if (job.userId !== null) await this.#notifications.publish(job.userId, type, data);
  }
}

function stateOf(status: number): "queued" | "active" | "success" | "error" {
  if (status === JobStatus.inactive || status === JobStatus.queued) return "queued";
  if (status === JobStatus.success) return "success";
  return hasEnded({ status }) ? "error" : "active";
}
