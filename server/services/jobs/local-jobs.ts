/** Jobs that this server runs itself, alongside requests. When the server stops, they end and say so. */
import { JobStatus } from "#schemas";

import type { JobRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { reasonOf } from "./job-error.ts";
import type { JobService } from "./job.service.ts";
import type { RunningJobs } from "./running-jobs.ts";

export interface LocalRun {
  readonly job: JobRecord;
  /** The user who started it; the job has the same rights. */
  readonly actor: Actor;
  /** Aborted when the server stops or the job is cancelled: end soon. */
  readonly isStopped: () => Promise<boolean>;
  progress(current: number, total: number, message: string): Promise<void>;
  log(text: string): Promise<void>;
}

/** The work of a job; it fails by throwing. */
export type LocalTask = (run: LocalRun) => Promise<void>;

export class LocalJobs {
  readonly #jobs: Pick<JobService, "change" | "statusOf">;
  readonly #alive: Pick<RunningJobs, "keepAlive">;
  readonly #running = new Set<Promise<void>>();
  #isClosing = false;

  constructor(jobs: Pick<JobService, "change" | "statusOf">, alive: Pick<RunningJobs, "keepAlive">) {
    this.#jobs = jobs;
    this.#alive = alive;
  }

  /** Starts a stored job; it continues after this returns. */
  run(actor: Actor, job: JobRecord, work: LocalTask): void {
    const run = this.#alive
      .keepAlive(job.id, () => this.#run(actor, job, work))
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Waits until running jobs have ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.allSettled(this.#running);
  }

  async #run(actor: Actor, job: JobRecord, work: LocalTask): Promise<void> {
    const { id } = job;
    // A job that had ended before it was asked to stop is done.
    let wasStopped = false;
    try {
      await this.#jobs.change(id, { status: JobStatus.running });
      await work({
        job,
        actor,
        isStopped: async () => {
          wasStopped ||= this.#isClosing || (await this.#jobs.statusOf(id)) !== JobStatus.running;
          return wasStopped;
        },
        progress: async (current, total, message) =>
          void (await this.#jobs.change(id, { progress: { current, total, message } })),
        log: async (text) => void (await this.#jobs.change(id, { log: `${text}\n` })),
      });
      if ((await this.#jobs.statusOf(id)) !== JobStatus.running) return;
      if (wasStopped) throw new Error("The server was stopped before the job was done. Start it again.");
      await this.#jobs.change(id, { status: JobStatus.success });
    } catch (error) {
      await this.#fail(id, error);
    }
  }

  async #fail(id: string, error: unknown): Promise<void> {
    // Deleted or cancelled meanwhile: nothing to report.
    if ((await this.#jobs.statusOf(id)) !== JobStatus.running) return;
    await this.#jobs.change(id, { status: JobStatus.error, log: `${reasonOf(error)}\n` });
  }
}
