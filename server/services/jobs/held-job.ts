/**
 * A job that a worker holds: runs it, renews its lease meanwhile, and stores how it ended. A failure of the storage is
 * not the job's fault: then it is released, and starts again.
 */
import { JobStatus } from "#schemas";

import { DomainError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import type { Lease } from "../../ports/job-queue.ts";
import type { JobRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { JobCancelledError, JobError, LeaseLostError, reasonOf, Stopped, stopOf, type Stop } from "./job-error.ts";
import { jobRun, type WorkerRun, type WorkerTask } from "./job-run.ts";
import type { JobService } from "./job.service.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { isUnavailable, retryWhileUnavailable } from "./retry-while-unavailable.ts";

/** The parts of a worker that its jobs use. */
export interface HoldDeps {
  readonly ports: Ports;
  readonly jobs: JobService;
  /** The work of a job; `undefined` for one that this version does not know. */
  readonly taskOf: (job: JobRecord) => WorkerTask | undefined;
  readonly leaseMs: number;
  readonly maxAttempts: number;
  readonly onFault: (error: unknown, what: string) => void;
}

export class HeldJob {
  readonly #deps: HoldDeps;
  readonly #job: JobRecord;
  readonly #lease: Lease;
  readonly #controller = new AbortController();
  /** The worker is stopping: the end of the job waits for no storage. */
  readonly #closing = new AbortController();
  readonly #progress: ProgressWriter;

  constructor(deps: HoldDeps, job: JobRecord, lease: Lease) {
    this.#deps = deps;
    this.#job = job;
    this.#lease = lease;
    this.#progress = new ProgressWriter(deps.jobs, job.id);
  }

  /** Its run ends soon. */
  stop(why: Stop): void {
    if (why === "closing") this.#closing.abort(new Stopped(why));
    this.#controller.abort(new Stopped(why));
  }

  /** Runs it to its end. Failures are stored or reported, and never thrown. */
  async run(): Promise<void> {
    const { signal } = this.#controller;
    const beats = setInterval(() => void this.#beat(), this.#deps.leaseMs / 3);
    try {
      await this.#begin();
      await this.#work(signal);
    } catch (error) {
      await this.#progress.flush();
      await this.#end(signal.aborted ? signal.reason : error);
    } finally {
      clearInterval(beats);
    }
  }

  async #begin(): Promise<void> {
    const { jobs, maxAttempts } = this.#deps;
    const { id, status } = this.#job;
    const { attempt } = this.#lease;
    if (status !== JobStatus.running) {
      // Cancelled at this moment: then the call is refused, and there is nothing to do.
      await jobs.change(id, { status: JobStatus.running }).catch((error: unknown) => {
        throw error instanceof DomainError && !isUnavailable(error) ? new JobCancelledError() : error;
      });
    } else if (attempt > 1) {
      const log = `Its worker stopped before the job was done; the job starts again (${attempt} of ${maxAttempts}).\n`;
      await jobs.change(id, { log });
    }
  }

  /** Repeats its task while the storage is unavailable. */
  async #work(signal: AbortSignal): Promise<void> {
    const task = this.#deps.taskOf(this.#job);
    if (task === undefined)
      throw new JobError("This worker does not know this kind of job. Update Wakeline on the worker.");
    let isDone = false;
    const run = await this.#makeRun(signal, () => (isDone = true));
    await retryWhileUnavailable(
      signal,
      async () => {
        if (isDone) return;
        // A closing worker may just have taken a job that it released itself.
        signal.throwIfAborted();
        await task(run);
      },
      async (error, waitMs) => {
        await this.#tryToLog(`${(error as Error).message} It starts again in ${waitMs / 1000} s.\n`);
      },
    );
    if (!isDone) throw new Error(`the job ${this.#job.id} has ended without an end`);
  }

  async #makeRun(signal: AbortSignal, onSuccess: () => void): Promise<WorkerRun> {
    const { jobs, ports } = this.#deps;
    const actor = await this.#findActor();
    const held = { job: this.#job, lease: this.#lease, actor, signal, progress: this.#progress };
    return jobRun(ports, jobs, held, onSuccess);
  }

  async #findActor(): Promise<Actor> {
    const { userId } = this.#job;
    const user = userId === null ? undefined : await this.#deps.ports.database.users.find(userId);
    if (user === undefined) throw new JobError("The account that started it no longer exists.");
    return { user };
  }

  async #tryToLog(log: string): Promise<void> {
    try {
      await this.#deps.jobs.change(this.#job.id, { log });
    } catch (error) {
      this.#deps.onFault(error, "a line of a job's log could not be stored");
    }
  }

  async #beat(): Promise<void> {
    const { jobs, leaseMs, onFault, ports } = this.#deps;
    try {
      const isHeld = await ports.database.jobQueue.renew(this.#lease, leaseMs);
      const status = await jobs.statusOf(this.#job.id);
      if (status === JobStatus.canceling) this.stop("cancelled");
      // It ended itself if the commit of its end got no answer: then it still has to announce that.
      else if (!isHeld && !(await ports.database.jobQueue.hasEnded(this.#lease))) this.stop("lost");
    } catch (error) {
      // The database may return before the lease expires; ending the job checks again whether it is held.
      onFault(error, "a job's lease could not be renewed");
    }
  }

  async #end(error: unknown): Promise<void> {
    const { onFault, ports } = this.#deps;
    const lease = this.#lease;
    const stop = stopOf(error);
    try {
      if (stop === "lost") return;
      if (stop === "closing" || (stop === undefined && isUnavailable(error) && !(error instanceof JobError))) {
        // Not the job's fault: it waits for another turn.
        if (stop === undefined) onFault(error, "a job was given back");
        return await ports.database.jobQueue.release(lease);
      }
      if (stop === "cancelled") return await this.#store({ status: JobStatus.canceled });
      const isKnown = error instanceof JobError || error instanceof DomainError;
      if (!isKnown) onFault(error, `the job ${lease.jobId} failed`);
      await this.#store({ status: JobStatus.error, log: `${isKnown ? "" : "Unexpected: "}${reasonOf(error)}\n` });
    } catch (failure) {
      if (failure instanceof LeaseLostError) return;
      if (failure instanceof JobCancelledError) return void (await this.#end(failure));
      // The lease expires, and another worker starts it again.
      onFault(failure, "the end of a job could not be stored");
    }
  }

  /** Again while the storage is unavailable, as a success is: an end whose commit got no answer is not yet announced. */
  async #store(outcome: { readonly status: JobStatus; readonly log?: string }): Promise<void> {
    await retryWhileUnavailable(this.#closing.signal, () => this.#deps.jobs.end(this.#lease, outcome));
  }
}
