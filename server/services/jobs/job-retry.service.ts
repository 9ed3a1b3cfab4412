/**
 * Retries a job that failed or was cancelled: a new job with the same request, owned by the user who retries it. So
 * current rights, the state of the datasets, and whether jobs are on are checked again, and the old job keeps its log.
 */
import { JobStatus } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { MissingError, RequestError } from "../../base/errors.ts";
import type { Actor } from "../access/actor.ts";
import type { JobService, JobView } from "./job.service.ts";
import type { JobRegistry } from "./registry.ts";

const retryable: readonly number[] = [JobStatus.error, JobStatus.canceled];

export class JobRetryService {
  readonly #jobs: JobService;
  readonly #registry: JobRegistry;

  constructor(jobs: JobService, registry: JobRegistry) {
    this.#jobs = jobs;
    this.#registry = registry;
  }

  /** @returns the new job */
  async retry(actor: Actor, id: string): Promise<JobView> {
    const { record } = await this.#jobs.get(actor, id, AccessLevel.write);
    if (!retryable.includes(record.status)) {
      throw new RequestError("Only a job that failed or was cancelled can run again.");
    }
    const again = await this.#registry.repeatJob(actor, record).catch((error: unknown) => {
      if (!(error instanceof MissingError)) throw error;
      throw new RequestError(
        `This job cannot run again: its ${error.model} no longer exists (${error.id}).`,
        400,
        "missing",
      );
    });
    if (again !== undefined) return again;
    throw new RequestError("This job cannot run again from here: start it again from where you first started it.");
  }
}
