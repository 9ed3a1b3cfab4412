/**
 * Every kind of job (`kinds/`) and how it starts: equal requests share one job; it waits in a queue served by workers
 * of the site, or the owner's own. Workers look up here what to do for a job.
 */
import { RequestError } from "../../base/errors.ts";
import { localHandler, outstandingStatuses, workerHandler } from "../../domain/job-status.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { ConnectedWorker, WorkerOffer } from "../../ports/job-queue.ts";
import type { AccessEntry, FolderRecord, ItemRecord, JobRecord, Meta, UserRecord } from "../../ports/records.ts";
import { type Actor, requireUser } from "../access/actor.ts";
import type { JobService, JobView } from "./job.service.ts";
import { type NewJob, scopeOfNew } from "./new-job.ts";
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
import { isPrivateQueue, privateQueue, type SharedQueue, smallJobsOf } from "../../domain/queues.ts";
import { JobError } from "./job-error.ts";
import type { WorkerTask } from "./job-run.ts";

/** The message while no worker of a queue is connected (api-v1 16.6). */
const missingWorker: Readonly<Record<SharedQueue, string>> = {
  convert: "Conversion is unavailable because no conversion workers are connected.",
  pipelines: "Pipeline execution is unavailable because no pipeline workers are connected.",
  training: "Training is unavailable because no training workers are connected.",
};

export interface JobStart {
  /** Values for its title. */
  readonly subject?: JobSubject;
  readonly datasetId?: string;
  /** Parameters shown to clients, in addition to who started it. */
  readonly params?: Meta;
  /** Capability that a worker needs to take it. */
  readonly needs?: string;
  readonly access?: readonly AccessEntry[];
  /** For all users: never on its owner's own worker. */
  readonly isForSite?: boolean;
  /** Called in the transaction that stores the job; throws to prevent it. */
  readonly onlyIf?: (tx: Repositories) => Promise<void>;
}

const everybody = { userId: null, seesAll: true } as const;
const byAge = { by: "created", descending: false } as const;

interface Kinds<Deps> {
  /** By the name of the kind. */
  readonly definitions: ReadonlyMap<string, JobDefinition<object, Deps>>;
  readonly deps: Deps;
}

/** @typeParam Deps services that the definitions need, all together */
export class JobRegistry<Deps = unknown> {
  readonly #ports: Pick<Ports, "database">;
  readonly #jobs: JobService;
  readonly #localJobs: LocalJobs;
  #kinds: Kinds<Deps> | undefined;

  constructor(
    ports: Pick<Ports, "database">,
    { jobs, localJobs }: { readonly jobs: JobService; readonly localJobs: LocalJobs },
  ) {
    this.#ports = ports;
    this.#jobs = jobs;
    this.#localJobs = localJobs;
  }

  /**
   * Once, when all services exist: some of those that jobs need start jobs themselves.
   * @throws Error that names the kinds that are defined twice
   */
  registerKinds(all: readonly JobDefinition<object, Deps>[], deps: Deps): void {
    const definitions = new Map(all.map((one) => [one.kind, one]));
    const doubled = all.filter((one) => definitions.get(one.kind) !== one).map(({ kind }) => kind);
    if (doubled.length > 0) throw new Error(`kinds of jobs that are defined twice: ${doubled.join(", ")}`);
    this.#kinds = { definitions, deps };
  }

  get #registered(): Kinds<Deps> {
    if (this.#kinds === undefined) throw new Error("the kinds of jobs are not registered yet");
    return this.#kinds;
  }

  /** Whether a job of this kind would run now. @param owner who would request it: their own workers count too */
  async canRun<Task extends object>(job: JobDefinition<Task, never>, owner?: UserRecord): Promise<boolean> {
    const { queue } = job;
    if (queue === undefined) return true;
    const queueOfOwner = owner?.privateQueueEnabled === true ? privateQueue(owner.login) : queue;
    return (await this.#workers()).some(({ queues }) => queues.includes(queue) || queues.includes(queueOfOwner));
  }

  /** @throws RequestError 503 if no worker can run it */
  async requireRunnable<Task extends object>(job: JobDefinition<Task, never>, owner?: UserRecord): Promise<void> {
    if (job.queue !== undefined && !(await this.canRun(job, owner))) {
      throw new RequestError(missingWorker[job.queue], 503);
    }
  }

  /** Whether any user has own workers. */
  async arePrivateQueuesServed(): Promise<boolean> {
    return (await this.#workers()).some(({ queues }) => queues.some(isPrivateQueue));
  }

  /** Combined offer of the workers that would take a job of this kind. */
  async offersFor<Task extends object>(
    { queue }: Pick<QueuedJob<Task, never>, "queue">,
    owner: UserRecord,
  ): Promise<WorkerOffer> {
    const workers = await this.#workers();
    const serving = (name: string): WorkerOffer[] =>
      workers.filter(({ queues }) => queues.includes(name)).map(({ offer }) => offer);
    const offers = owner.privateQueueEnabled ? serving(privateQueue(owner.login)) : [];
    // A private worker that is not connected now is assumed to offer what those of the site offer.
    return unitedOffers(offers.length > 0 ? offers : serving(queue));
  }

  /**
   * Starts a job, or finds the equal one; concurrent requests make one job. For services that have checked the actor's
   * rights.
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

  /** A job that prepares the media of a folder, or one of its items. Those who may read the folder see it. */
  async startOnFolder<Task extends object>(
    job: JobDefinition<Task, never>,
    actor: Actor,
    task: Task,
    folder: FolderRecord,
    item?: Pick<ItemRecord, "name">,
  ): Promise<JobRecord> {
    const { record } = await this.start(job, actor, task, {
      subject: { folder: folder.name, ...(item !== undefined && { item: item.name }) },
      datasetId: folder.id,
      params: { input_folder: folder.id },
      access: await this.#ports.database.access.list("folder", folder.id),
    });
    return record;
  }

  /** In the caller's transaction; the caller calls `begin` for a new job after the commit. */
  async startWithin<Task extends object>(
    tx: Repositories,
    job: JobDefinition<Task, never>,
    actor: Actor,
    task: Task,
    given: JobStart = {},
  ): Promise<{ record: JobRecord; isNew: boolean }> {
    const user = requireUser(actor);
    const key = keyOf(job, task);
    const same = key === null ? undefined : await findDuplicateJob(tx, job, key);
    if (same !== undefined) return { record: same, isNew: false };
    const isPrivate = job.queue !== undefined && user.privateQueueEnabled && given.isForSite !== true;
    const queue = isPrivate ? privateQueue(user.login) : job.queue;
    const fresh: NewJob = {
      title: job.title(task, given.subject ?? {}),
      type: isPrivate ? "private" : job.wireType,
      handler: job.queue === undefined ? localHandler : workerHandler,
      userId: user.id,
      datasetId: given.datasetId ?? null,
      dedupeKey: key,
      kwargs: kwargsOf(job.kind, task),
      params: { user_id: user.id, user_login: user.login, ...given.params },
      ...(queue !== undefined && { queue: job.isSmall === true ? smallJobsOf(queue) : queue }),
      ...(given.needs !== undefined && { needs: given.needs }),
      ...(given.access !== undefined && { access: given.access }),
      ...(given.onlyIf !== undefined && { onlyIf: given.onlyIf }),
    };
    return { record: await this.#jobs.createWithin(tx, fresh), isNew: true };
  }

  /** Announces a stored job; one of the server's own starts. */
  async begin<Task extends object>(job: JobDefinition<Task, never>, actor: Actor, record: JobRecord): Promise<void> {
    await this.#jobs.announce(record);
    if (job.queue !== undefined) return;
    const local = job as unknown as LocalJob<object, Deps>;
    const task = readTask(local, record);
    if (task === undefined) throw new Error(`the job ${record.id} cannot be read again`);
    this.#localJobs.run(actor, record, (run) => local.run({ ...run, task }, this.#registered.deps));
  }

  /** The definition of a job's kind; `undefined`: this version does not know it. */
  taskOf(record: JobRecord): WorkerTask | undefined {
    const job = this.#registered.definitions.get(String(record.kwargs["kind"]));
    if (job?.queue === undefined) return undefined;
    return async (run) => {
      const task = readTask(job, record);
      if (task === undefined) {
        throw new JobError(
          "This version cannot read what the job was started with. Start it again from where it was started.",
        );
      }
      await job.run({ ...run, task }, this.#registered.deps);
    };
  }

  /** A sentence about the remains of a job whose workers have died; `undefined`: it leaves none. */
  async findRemains(record: JobRecord, db: Repositories): Promise<string | undefined> {
    const job = this.#registered.definitions.get(String(record.kwargs["kind"]));
    const task = job && readTask(job, record);
    if (job?.queue === undefined || task === undefined) return undefined;
    return await job.findRemains?.(record, task, db);
  }

  /** Starts a stored job again as its kind defines; `undefined`: it can only be repeated from where it was started. */
  async repeatJob(actor: Actor, record: JobRecord): Promise<JobView | undefined> {
    for (const job of this.#registered.definitions.values()) {
      const task = readTask(job, record);
      if (task !== undefined)
        return await job.repeat?.({ actor, task, params: record.params ?? {} }, this.#registered.deps);
    }
    return undefined;
  }

  /** Adds keys to jobs that an earlier version stored without one. @returns how many */
  async addMissingKeys(): Promise<number> {
    const { jobs } = this.#ports.database;
    const query = { dedupeKey: null, statuses: outstandingStatuses, limit: 0, offset: 0 } as const;
    let count = 0;
    for (const record of await jobs.list(query, byAge, everybody)) {
      const job = this.#registered.definitions.get(String(record.kwargs["kind"]));
      const task = job && readTask(job, record);
      const dedupeKey = job && task ? keyOf(job, task) : null;
      if (dedupeKey === null) continue;
      await jobs.update(record.id, { dedupeKey });
      count++;
    }
    return count;
  }

  async #workers(): Promise<readonly ConnectedWorker[]> {
    return await this.#ports.database.jobQueue.workers();
  }
}

const keyOf = <Task extends object>(job: JobDefinition<Task, never>, task: Task): string | null =>
  job.key === undefined ? null : `${job.kind} ${job.key(task)}`;

async function findDuplicateJob<Task extends object>(
  tx: Repositories,
  { dedupeStatuses }: JobDefinition<Task, never>,
  dedupeKey: string,
): Promise<JobRecord | undefined> {
  const query = { dedupeKey, statuses: dedupeStatuses ?? outstandingStatuses, limit: 1, offset: 0 };
  return (await tx.jobs.list(query, byAge, everybody))[0];
}
