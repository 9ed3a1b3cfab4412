/**
 * Takes jobs from queues and runs them: as many of each queue at once as it has slots for it, so that no queue waits
 * for another. A worker holds a job with a lease that it renews; if it dies, the lease expires and another worker
 * starts the job again. The result of a job is stored with its end, in one transaction, so that a repeated run costs
 * only time.
 */
import { JobStatus } from "#schemas";

import { DomainError } from "../../base/errors.ts";
import { sleep } from "../../base/sleep.ts";
import type { ServedQueue } from "../../domain/queues.ts";
import type { Lease, WorkerOffer } from "../../ports/job-queue.ts";
import type { Ports } from "../../ports/index.ts";
import type { JobRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { offerOf } from "./worker-offer.ts";
import { NotAdmittedError } from "./worker-admission.ts";
import { isTransient, retryWhileUnavailable } from "./retry-while-unavailable.ts";
import { JobCancelledError, JobError, LeaseLostError, Stopped, stopOf } from "./job-error.ts";
import { jobRun, type WorkerTask } from "./job-run.ts";
import { type FindRemains, type JobService, jobTopics } from "./job.service.ts";
import { ProgressWriter } from "./progress-writer.ts";

export interface WorkerOptions {
  /** Unique within the site. */
  readonly name: string;
  readonly queues: readonly ServedQueue[];
  readonly onFault: (error: unknown, what: string) => void;
  /** Milliseconds without a heartbeat after which others may take over a job. Default 30 seconds. */
  readonly leaseMs?: number;
  /** Milliseconds between two polls without an event. Default 2 seconds. */
  readonly pollMs?: number;
  /** Checks whether it may continue; called repeatedly. @throws NotAdmittedError */
  readonly admission?: () => Promise<void>;
  /** The worker lost its admission and has released its job. */
  readonly onRefused?: (why: string) => void;
  /** A sentence about the remains of a job whose workers have died. */
  readonly findRemains?: FindRemains;
  /** How often a job is started at most. Default 3. */
  readonly maxAttempts?: number;
}

interface Running {
  readonly queue: string;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export class JobWorker {
  readonly #ports: Ports;
  readonly #jobs: JobService;
  readonly #tasks: (job: JobRecord) => WorkerTask | undefined;
  readonly #options: Required<WorkerOptions>;
  readonly #closing = new AbortController();
  /** By the id of the job. */
  readonly #running = new Map<string, Running>();
  #offer: WorkerOffer = { pipelines: [], configurations: [], has: [] };
  #wake = (): void => undefined;
  #loops: Promise<unknown> | undefined;
  #stopListening: (() => void)[] = [];

  /** @param tasks what a job does; `undefined` for one that this version does not know */
  constructor(
    ports: Ports,
    jobs: JobService,
    tasks: (job: JobRecord) => WorkerTask | undefined,
    options: WorkerOptions,
  ) {
    this.#ports = ports;
    this.#jobs = jobs;
    this.#tasks = tasks;
    const nothing = async () => undefined;
    const welcome = { admission: nothing, onRefused: () => undefined };
    this.#options = { leaseMs: 30_000, pollMs: 2000, maxAttempts: 3, findRemains: nothing, ...welcome, ...options };
  }

  /** Starts; resolves when others know that this worker is present. */
  async start(): Promise<void> {
    const { events } = this.#ports;
    this.#stopListening = [
      events.subscribe(jobTopics.offered, () => this.#wake()),
      events.subscribe(jobTopics.cancelled, (id) => {
        this.#running.get(String(id))?.controller.abort(new Stopped("cancelled"));
      }),
    ];
    await this.#announce();
    this.#loops = Promise.all([this.#take(), this.#maintain()]);
  }

  /** Releases its jobs; they start again on another worker, or at this one's next start. */
  async close(): Promise<void> {
    this.#stop();
    await this.#loops;
    if (this.#loops !== undefined) await this.#ports.database.jobQueue.withdraw(this.#options.name);
  }

  #stop(): void {
    for (const stop of this.#stopListening) stop();
    this.#closing.abort();
    for (const { controller } of this.#running.values()) controller.abort(new Stopped("closing"));
    this.#wake();
  }

  async #take(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      try {
        if (await this.#takeOne()) continue;
      } catch (error) {
        this.#options.onFault(error, "a job could not be taken");
      }
      await Promise.race([woken, sleep(this.#options.pollMs, this.#closing.signal)]);
    }
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Starts a job of a queue with a free slot. @returns whether there was one */
  async #takeOne(): Promise<boolean> {
    const { name, leaseMs } = this.#options;
    const { database } = this.#ports;
    const takes = { queues: this.#freeQueues(), has: this.#offer.has };
    if (!(await database.jobQueue.hasWaiting(takes))) return false;
    const claimed = await database.transaction("queue", (tx) => tx.jobQueue.claim(takes, name, leaseMs));
    if (claimed === undefined) return false;
    const { job, lease, queue } = claimed;
    const controller = new AbortController();
    const ended = this.#run(job, lease, controller).then(async () => {
      this.#running.delete(job.id);
      // It may have installed something.
      await this.#announce().catch((error: unknown) =>
        this.#options.onFault(error, "its pipelines could not be announced"),
      );
      this.#wake();
    });
    this.#running.set(job.id, { queue, controller, ended });
    return true;
  }

  #freeQueues(): string[] {
    const taken = [...this.#running.values()].map(({ queue }) => queue);
    return this.#options.queues
      .filter(({ name, slots }) => taken.filter((queue) => queue === name).length < slots)
      .map(({ name }) => name);
  }

  async #maintain(): Promise<void> {
    const { admission, findRemains, leaseMs, maxAttempts, onFault, onRefused } = this.#options;
    while (!this.#closing.signal.aborted) {
      try {
        await admission();
        await this.#announce();
        const { requeued } = await this.#jobs.reclaim(maxAttempts, findRemains);
        if (requeued > 0) this.#wake();
      } catch (error) {
        if (error instanceof NotAdmittedError) {
          this.#stop();
          return onRefused(error.message);
        }
        onFault(error, "jobs of dead workers could not be looked for");
      }
      await sleep(leaseMs / 3, this.#closing.signal);
    }
  }

  async #announce(): Promise<void> {
    const { name, leaseMs } = this.#options;
    this.#offer = await offerOf(this.#ports);
    const queues = this.#options.queues.map((queue) => queue.name);
    await this.#ports.database.jobQueue.announce({ name, queues, offer: this.#offer }, leaseMs);
  }

  async #run(job: JobRecord, lease: Lease, controller: AbortController): Promise<void> {
    if (this.#closing.signal.aborted) controller.abort(new Stopped("closing"));
    const beats = setInterval(() => void this.#beat(lease, controller), this.#options.leaseMs / 3);
    const progress = new ProgressWriter(this.#jobs, job.id);
    try {
      await this.#begin(job, lease);
      const task = this.#tasks(job);
      if (task === undefined)
        throw new JobError("This worker does not know this kind of job. Update Wakeline on the worker.");
      let isDone = false;
      const { signal } = controller;
      const held = { job, lease, actor: await this.#actorOf(job), signal, progress };
      const run = jobRun(this.#ports, this.#jobs, held, () => (isDone = true));
      await retryWhileUnavailable(
        signal,
        async () => {
          if (isDone) return;
          // A closing worker may just have taken a job that it released itself.
          signal.throwIfAborted();
          await task(run);
        },
        async (error, waitMs) => {
          const log = `${(error as Error).message} It starts again in ${waitMs / 1000} s.\n`;
          await this.#tryToLog(job.id, log);
        },
      );
      if (!isDone) throw new Error(`the job ${job.id} has ended without an end`);
    } catch (error) {
      await progress.flush();
      await this.#end(lease, controller.signal.aborted ? controller.signal.reason : error);
    } finally {
      clearInterval(beats);
    }
  }

  async #begin(job: JobRecord, { attempt }: Lease): Promise<void> {
    if (job.status !== JobStatus.running) {
      // Cancelled at this moment: then the call is refused, and there is nothing to do.
      await this.#jobs.change(job.id, { status: JobStatus.running }).catch((error: unknown) => {
        throw error instanceof DomainError && !isTransient(error) ? new JobCancelledError() : error;
      });
    } else if (attempt > 1) {
      const log = `Its worker stopped before the job was done; the job starts again (${attempt} of ${this.#options.maxAttempts}).\n`;
      await this.#jobs.change(job.id, { log });
    }
  }

  async #tryToLog(id: string, log: string): Promise<void> {
    try {
      await this.#jobs.change(id, { log });
    } catch (error) {
      this.#options.onFault(error, "a line of a job's log could not be stored");
    }
  }

  async #beat(lease: Lease, controller: AbortController): Promise<void> {
    try {
      const isHeld = await this.#ports.database.jobQueue.renew(lease, this.#options.leaseMs);
      const status = await this.#jobs.statusOf(lease.jobId);
      if (status === JobStatus.canceling) controller.abort(new Stopped("cancelled"));
      else if (!isHeld) controller.abort(new Stopped("lost"));
    } catch (error) {
      // The database may return before the lease expires; ending the job checks again whether it is held.
      this.#options.onFault(error, "a job's lease could not be renewed");
    }
  }

  async #actorOf({ userId }: JobRecord): Promise<Actor> {
    const user = userId === null ? undefined : await this.#ports.database.users.find(userId);
    if (user === undefined) throw new JobError("The account that started it no longer exists.");
    return { user };
  }

  async #end(lease: Lease, error: unknown): Promise<void> {
    const stop = stopOf(error);
    try {
      if (stop === "lost") return;
      if (stop === "closing" || (stop === undefined && isTransient(error) && !(error instanceof JobError))) {
        // Not the job's fault: it waits for another turn.
        if (stop === undefined) this.#options.onFault(error, "a job was given back");
        return await this.#ports.database.jobQueue.release(lease);
      }
      if (stop === "cancelled") return void (await this.#jobs.end(lease, { status: JobStatus.canceled }));
      const isKnown = error instanceof JobError || error instanceof DomainError;
      if (!isKnown) this.#options.onFault(error, `the job ${lease.jobId} failed`);
      const text = error instanceof Error ? error.message : String(error);
      await this.#jobs.end(lease, { status: JobStatus.error, log: `${isKnown ? "" : "Unexpected: "}${text}\n` });
    } catch (failure) {
      if (failure instanceof LeaseLostError) return;
      if (failure instanceof JobCancelledError) return void (await this.#end(lease, failure));
      // The lease expires, and another worker starts it again.
      this.#options.onFault(failure, "the end of a job could not be stored");
    }
  }
}
