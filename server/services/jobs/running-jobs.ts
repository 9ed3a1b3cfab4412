/** Keeps the jobs that this process runs alive for the other servers of the site, and ends those that a crash left. */
import { JobStatus } from "#schemas";

import { batchType, localHandler } from "../../domain/job-status.ts";
import type { Ports } from "../../ports/index.ts";
import type { JobService } from "./job.service.ts";

/** A server renews the heartbeat of each job it runs, even if the job reports nothing. */
const heartbeatMs = 5 * 60 * 1000;
/** A job without a heartbeat for this long is no longer running. */
const abandonedAfterMs = 60 * 60 * 1000;
/** Other jobs with the same handler are their creator's responsibility. */
const localJobTypes = ["convert", batchType];

export class RunningJobs {
  readonly #ports: Ports;
  readonly #jobs: Pick<JobService, "change">;
  readonly #ids = new Set<string>();

  constructor(ports: Ports, jobs: Pick<JobService, "change">) {
    this.#ports = ports;
    this.#jobs = jobs;
  }

  /** Until `work` ends, the job is alive, however long it is silent. */
  async keepAlive<T>(id: string, work: () => Promise<T>): Promise<T> {
    this.#ids.add(id);
    const heartbeat = setInterval(() => {
      // The next one may get through; meanwhile this process does not give up the job.
      this.beat().catch(() => undefined);
    }, heartbeatMs).unref();
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
      this.#ids.delete(id);
    }
  }

  /** Shows other servers of the site that the jobs of this process are alive. */
  async beat(): Promise<void> {
    const updatedMs = this.#ports.clock.nowMs();
    for (const id of this.#ids) await this.#ports.database.jobs.update(id, { updatedMs });
  }

  /** Ends the server's own jobs that a crash interrupted. @returns how many */
  async failInterrupted(): Promise<number> {
    const silent = await this.#ports.database.jobs.list(
      {
        handlers: [localHandler],
        types: localJobTypes,
        statuses: [JobStatus.inactive, JobStatus.running],
        updatedBeforeMs: this.#ports.clock.nowMs() - abandonedAfterMs,
        limit: 100,
        offset: 0,
      },
      { by: "created", descending: false },
      { userId: null, seesAll: true },
    );
    const abandoned = silent.filter(({ id }) => !this.#ids.has(id));
    for (const { id, status } of abandoned) {
      if (status === JobStatus.inactive) await this.#jobs.change(id, { status: JobStatus.running, notify: false });
      await this.#jobs.change(id, {
        status: JobStatus.error,
        log: "The server stopped before the job was done. Start it again.\n",
      });
    }
    return abandoned.length;
  }
}
