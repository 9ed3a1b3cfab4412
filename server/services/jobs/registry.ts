/**
 * Every kind of job (`kinds/`) and how one of them starts: asked for twice, it is one job; it waits where the workers of
 * the site, or its owner's own, take it. A worker asks here what to do for a job that it has taken.
 */
import { RequestError } from "../../base/errors.ts";
import { localHandler, outstandingStatuses, workerHandler } from "../../domain/job-status.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { PresentWorker, WorkerOffer } from "../../ports/job-queue.ts";
import type { AccessEntry, JobRecord, Meta, UserRecord } from "../../ports/records.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import { type JobService, type JobView, type NewJob, scopeOfNew } from "./job.service.ts";
import { unitedOffers } from "./worker-offer.ts";
import {
  type JobDefinition,
  type JobSubject,
  kwargsOf,
  type LocalJob,
  type QueuedJob,
  readTask,
} from "./job-definition.ts";
import type { LocalJobs } from "./local-jobs.ts";
import { isPrivateQueue, privateQueue, type SharedQueue } from "../../domain/queues.ts";
import { JobError, type WorkerTask } from "./worker.ts";

/** What is said while no worker of a queue is connected (api-v1 16.6). */
const missingWorker: Readonly<Record<SharedQueue, string>> = {
  convert: "Conversion is unavailable because no conversion workers are connected.",
  pipelines: "Pipeline execution is unavailable because no pipeline workers are connected.",
  training: "Training is unavailable because no training workers are connected.",
};

export interface JobStart {
  /** What its title names. */
  readonly subject?: JobSubject;
  readonly datasetId?: string;
  /** What clients see of what it was started with, in addition to who started it. */
  readonly params?: Meta;
  /** What a worker must have to take it. */
  readonly needs?: string;
  readonly access?: readonly AccessEntry[];
  /** For all users: never on its owner's own worker. */
  readonly isForSite?: boolean;
  /** Asked in the transaction in which the job is stored; it throws where there shall be none. */
  readonly onlyIf?: (tx: Repositories) => Promise<void>;
}

const everybody = { userId: null, seesAll: true } as const;
const byAge = { by: "created", descending: false } as const;

/** @typeParam Uses what the definitions need of the server, all together */
export class JobRegistry<Uses = unknown> {
  readonly #ports: Pick<Ports, "database">;
  readonly #jobs: JobService;
  readonly #localJobs: LocalJobs;
  readonly #uses: () => Uses;
  readonly #definitions: ReadonlyMap<string, JobDefinition<object, Uses>>;

  /**
   * @param uses there only after the services that start jobs
   * @throws Error that names the kinds that are defined twice
   */
  constructor(
    definitions: readonly JobDefinition<object, Uses>[],
    ports: Pick<Ports, "database">,
    { jobs, localJobs }: { jobs: JobService; localJobs: LocalJobs },
    uses: () => Uses,
  ) {
    this.#ports = ports;
    this.#jobs = jobs;
    this.#localJobs = localJobs;
    this.#uses = uses;
    this.#definitions = new Map(definitions.map((one) => [one.kind, one]));
    const doubled = definitions.filter((one) => this.#definitions.get(one.kind) !== one).map(({ kind }) => kind);
    if (doubled.length > 0) throw new Error(`kinds of jobs that are defined twice: ${doubled.join(", ")}`);
  }

  /** Whether a job of this kind would be run now. @param owner who would ask for it: own workers are workers too */
  async canRun<Task extends object>(job: JobDefinition<Task, never>, owner?: UserRecord): Promise<boolean> {
    const { queue } = job;
    if (queue === undefined) return true;
    const own = owner?.privateQueueEnabled === true ? privateQueue(owner.login) : queue;
    return (await this.#workers()).some(({ queues }) => queues.includes(queue) || queues.includes(own));
  }

  /** @throws RequestError 503 while no worker can run it */
  async requireRunnable<Task extends object>(job: JobDefinition<Task, never>, owner?: UserRecord): Promise<void> {
    if (job.queue !== undefined && !(await this.canRun(job, owner))) {
      throw new RequestError(missingWorker[job.queue], 503);
    }
  }

  /** Whether there are workers of single persons. */
  async arePrivateQueuesServed(): Promise<boolean> {
    return (await this.#workers()).some(({ queues }) => queues.some(isPrivateQueue));
  }

  /** What the workers that would take a job of this kind have, together. */
  async offersFor<Task extends object>(
    { queue }: Pick<QueuedJob<Task, never>, "queue">,
    owner: UserRecord,
  ): Promise<WorkerOffer> {
    const workers = await this.#workers();
    const serving = (name: string): WorkerOffer[] =>
      workers.filter(({ queues }) => queues.includes(name)).map(({ offer }) => offer);
    const own = owner.privateQueueEnabled ? serving(privateQueue(owner.login)) : [];
    // A private worker that is not connected now will have what those of the site have.
    return unitedOffers(own.length > 0 ? own : serving(queue));
  }

  /**
   * Starts a job, or finds the one that is the same; asking at the same time makes one job. For services that have checked
   * what the actor may start.
   */
  async start<Task extends object>(
    job: JobDefinition<Task, never>,
    actor: Actor,
    task: Task,
    given: JobStart = {},
  ): Promise<{ record: JobRecord; isNew: boolean }> {
    const scope = scopeOfNew({ datasetId: given.datasetId ?? null, userId: requireUser(actor).id });
    const started = await this.#ports.database.transaction(
      scope,
      async (tx) => await this.startWithin(tx, job, actor, task, given),
    );
    if (started.isNew) await this.begin(job, actor, started.record);
    return started;
  }

  /** In a transaction of the caller's, who calls `begin` for a new one when that is through. */
  async startWithin<Task extends object>(
    tx: Repositories,
    job: JobDefinition<Task, never>,
    actor: Actor,
    task: Task,
    given: JobStart = {},
  ): Promise<{ record: JobRecord; isNew: boolean }> {
    const user = requireUser(actor);
    const key = keyOf(job, task);
    const same = key === null ? undefined : await findSame(tx, job, key);
    if (same !== undefined) return { record: same, isNew: false };
    const isPrivate = job.queue !== undefined && user.privateQueueEnabled && given.isForSite !== true;
    const fresh: NewJob = {
      title: job.title(task, given.subject ?? {}),
      type: isPrivate ? "private" : job.wireType,
      handler: job.queue === undefined ? localHandler : workerHandler,
      userId: user.id,
      datasetId: given.datasetId ?? null,
      dedupeKey: key,
      kwargs: kwargsOf(job.kind, task),
      params: { user_id: user.id, user_login: user.login, ...given.params },
      ...(job.queue !== undefined && { queue: isPrivate ? privateQueue(user.login) : job.queue }),
      ...(given.needs !== undefined && { needs: given.needs }),
      ...(given.access !== undefined && { access: given.access }),
      ...(given.onlyIf !== undefined && { onlyIf: given.onlyIf }),
    };
    return { record: await this.#jobs.createWithin(tx, fresh), isNew: true };
  }

  /** Tells of a job that is stored; one of the server's own begins. */
  async begin<Task extends object>(job: JobDefinition<Task, never>, actor: Actor, record: JobRecord): Promise<void> {
    await this.#jobs.announce(record);
    if (job.queue !== undefined) return;
    const local = job as unknown as LocalJob<object, Uses>;
    const task = readTask(local, record);
    if (task === undefined) throw new Error(`the job ${record.id} cannot be read again`);
    this.#localJobs.run(actor, record, (run) => local.run({ ...run, task }, this.#uses()));
  }

  /** What a worker does for a job; `undefined`: this version does not know its kind. */
  taskOf(record: JobRecord): WorkerTask | undefined {
    const job = this.#definitions.get(String(record.kwargs["kind"]));
    if (job?.queue === undefined) return undefined;
    return async (run) => {
      const task = readTask(job, record);
      if (task === undefined) {
        throw new JobError(
          "This version cannot read what the job was started with. Start it again from where it was started.",
        );
      }
      await job.run({ ...run, task }, this.#uses());
    };
  }

  /** Starts a stored job again as its kind does; `undefined`: it runs again only from where it was started. */
  async startAgain(actor: Actor, record: JobRecord): Promise<JobView | undefined> {
    for (const job of this.#definitions.values()) {
      const task = readTask(job, record);
      if (task !== undefined) return await job.again?.({ actor, task, params: record.params ?? {} }, this.#uses());
    }
    return undefined;
  }

  /** Jobs that an earlier version stored without a key get theirs. @returns how many */
  async addMissingKeys(): Promise<number> {
    const { jobs } = this.#ports.database;
    const query = { dedupeKey: null, statuses: outstandingStatuses, limit: 0, offset: 0 } as const;
    let count = 0;
    for (const record of await jobs.list(query, byAge, everybody)) {
      const job = this.#definitions.get(String(record.kwargs["kind"]));
      const task = job && readTask(job, record);
      const dedupeKey = job && task ? keyOf(job, task) : null;
      if (dedupeKey === null) continue;
      await jobs.update(record.id, { dedupeKey });
      count++;
    }
    return count;
  }

  async #workers(): Promise<readonly PresentWorker[]> {
    return await this.#ports.database.jobQueue.workers();
  }
}

const keyOf = <Task extends object>(job: JobDefinition<Task, never>, task: Task): string | null =>
  job.key === undefined ? null : `${job.kind} ${job.key(task)}`;

async function findSame<Task extends object>(
  tx: Repositories,
  { sameWhile }: JobDefinition<Task, never>,
  dedupeKey: string,
): Promise<JobRecord | undefined> {
  const query = { dedupeKey, statuses: sameWhile ?? outstandingStatuses, limit: 1, offset: 0 };
  return (await tx.jobs.list(query, byAge, everybody))[0];
}
