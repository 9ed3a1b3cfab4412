/**
 * Takes jobs from queues and runs them: as many of each queue at once as it has slots for it, and one small one more,
 * so that no queue waits for another, and small jobs wait for small ones only. A worker holds a job (`held-job.ts`) with
 * a lease that it renews; if it dies, the lease expires and another worker starts the job again. The result of a job is
 * stored with its end, in one transaction, so that a repeated run costs only time.
 */
import { sleep } from "../../base/sleep.ts";
import { type ServedQueue, smallJobsOf } from "../../domain/queues.ts";
import type { WorkerOffer } from "../../ports/job-queue.ts";
import type { Ports } from "../../ports/index.ts";
import { offerOf } from "./worker-offer.ts";
import { NotAdmittedError } from "./worker-admission.ts";
import { HeldJob, type HoldDeps } from "./held-job.ts";
import { type FindRemains, type JobService, jobTopics } from "./job.service.ts";

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
  readonly held: HeldJob;
  readonly ended: Promise<void>;
}

export class JobWorker {
  readonly #ports: Ports;
  readonly #jobs: JobService;
  readonly #options: Required<WorkerOptions>;
  readonly #deps: HoldDeps;
  readonly #closing = new AbortController();
  /** By the id of the job. */
  readonly #running = new Map<string, Running>();
  #offer: WorkerOffer = { pipelines: [], configurations: [], has: [] };
  #wake = (): void => undefined;
  #loops: Promise<unknown> | undefined;
  #stopListening: (() => void)[] = [];

  /** @param taskOf the work of a job; `undefined` for one that this version does not know */
  constructor(ports: Ports, jobs: JobService, taskOf: HoldDeps["taskOf"], options: WorkerOptions) {
    this.#ports = ports;
    this.#jobs = jobs;
    const nothing = async () => undefined;
    const welcome = { admission: nothing, onRefused: () => undefined };
    this.#options = { leaseMs: 30_000, pollMs: 2000, maxAttempts: 3, findRemains: nothing, ...welcome, ...options };
    this.#deps = { ports, jobs, taskOf, ...this.#options };
  }

  /** Starts; resolves when others know that this worker is present. */
  async start(): Promise<void> {
    const { events } = this.#ports;
    this.#stopListening = [
      events.subscribe(jobTopics.offered, () => this.#wake()),
      events.subscribe(jobTopics.cancelled, (id) => {
        this.#running.get(String(id))?.held.stop("cancelled");
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
    for (const { held } of this.#running.values()) held.stop("closing");
    this.#wake();
  }

  async #take(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      try {
        if ((await this.#takeOne(this.#freeQueues())) || (await this.#takeOne(this.#freeForSmall()))) continue;
      } catch (error) {
        this.#options.onFault(error, "a job could not be taken");
      }
      await Promise.race([woken, sleep(this.#options.pollMs, this.#closing.signal)]);
    }
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Starts a job of one of the queues. @returns whether there was one */
  async #takeOne(queues: readonly string[]): Promise<boolean> {
    const { name, leaseMs } = this.#options;
    const { database } = this.#ports;
    const takes = { queues, has: this.#offer.has };
    if (!(await database.jobQueue.hasWaiting(takes))) return false;
    const claimed = await database.transaction("queue", (tx) => tx.jobQueue.claim(takes, name, leaseMs));
    if (claimed === undefined) return false;
    const { job, lease, queue } = claimed;
    const held = new HeldJob(this.#deps, job, lease);
    if (this.#closing.signal.aborted) held.stop("closing");
    const ended = held.run().then(async () => {
      this.#running.delete(job.id);
      // It may have installed something.
      await this.#announce().catch((error: unknown) =>
        this.#options.onFault(error, "its pipelines could not be announced"),
      );
      this.#wake();
    });
    this.#running.set(job.id, { queue, held, ended });
    return true;
  }

  /** Queues with a free slot for any job. */
  #freeQueues(): string[] {
    const isFree = ({ name, slots }: ServedQueue) => this.#count(name) < slots && this.#countAll(name) <= slots;
    return this.#options.queues.filter(isFree).map(({ name }) => name);
  }

  /** Small jobs also have slots that no other job waits for, and one that others leave to them. */
  #freeForSmall(): string[] {
    const isFree = ({ name, slots }: ServedQueue) => this.#countAll(name) <= slots;
    return this.#options.queues.filter(isFree).map(({ name }) => smallJobsOf(name));
  }

  #count(name: string): number {
    return [...this.#running.values()].filter(({ queue }) => queue === name).length;
  }

  #countAll(name: string): number {
    return this.#count(name) + this.#count(smallJobsOf(name));
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
}
