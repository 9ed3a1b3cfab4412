/**
 * Every kind of job and who runs it: the server that was asked, or a worker of a queue. Each kind has exactly one
 * handler, or the server does not start: a job that nobody takes would wait for ever.
 */
import { RequestError } from "../../base/errors.ts";
import type { PresentWorker, WorkerOffer } from "../../ports/job-queue.ts";
import type { JobRecord, Meta, UserRecord } from "../../ports/records.ts";
import { unitedOffers } from "../worker-offer.ts";
import type { LocalJob } from "./local-jobs.ts";
import type { WorkerTask } from "./worker.ts";

const jobKinds = [
  "batch-postprocess",
  "check-video",
  "convert-images",
  "convert-large-image",
  "convert-video",
  "export-model",
  "extract-archive",
  "join-cameras",
  "pipeline",
  "training",
  "upgrade-pipelines",
] as const;
export type JobKind = (typeof jobKinds)[number];

/** Queues that everybody shares. */
export const sharedQueues = ["convert", "pipelines", "training"] as const;
export type WorkerQueue = (typeof sharedQueues)[number];

export type JobHandler = { readonly kind: JobKind } & (
  | { readonly run: LocalJob }
  /** Workers take it from this queue. */
  | {
      readonly queue: WorkerQueue;
      readonly task: WorkerTask;
      /** What it takes besides a worker is installed; absent: it takes nothing else. */
      readonly isInstalled?: () => Promise<boolean>;
    }
);

/** What is said while no worker of a queue is connected (api-v1 16.6). */
const missingWorker: Readonly<Record<WorkerQueue, string>> = {
  convert: "Conversion is unavailable because no conversion workers are connected.",
  pipelines: "Pipeline execution is unavailable because no pipeline workers are connected.",
  training: "Training is unavailable because no training workers are connected.",
};

/** What a new job of a kind is stored with, so that any worker knows from its record alone what to do. */
export interface QueuedJob {
  readonly queue: string;
  readonly needs?: string;
  /** `private` for one that waits for a worker of its owner's. */
  readonly type: string;
  readonly kwargs: Meta;
}

export class JobHandlers {
  readonly #handlers: ReadonlyMap<JobKind, JobHandler>;
  readonly #workers: () => Promise<readonly PresentWorker[]>;

  /**
   * @param workers those that are there now
   * @throws Error that names the kinds without a handler, or with more than one
   */
  constructor(handlers: readonly JobHandler[], workers: () => Promise<readonly PresentWorker[]>) {
    this.#workers = workers;
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]));
    const missing = jobKinds.filter((kind) => !this.#handlers.has(kind));
    const doubled = jobKinds.filter((kind) => handlers.filter((handler) => handler.kind === kind).length > 1);
    if (missing.length > 0) throw new Error(`jobs without a handler: ${missing.join(", ")}`);
    if (doubled.length > 0) throw new Error(`jobs with more than one handler: ${doubled.join(", ")}`);
  }

  /** Whether a job of this kind would be run now. @param owner who would ask for it: own workers are workers too */
  async canRun(kind: JobKind, owner?: UserRecord): Promise<boolean> {
    const handler = this.#require(kind);
    if ("run" in handler) return true;
    if ((await handler.isInstalled?.()) === false) return false;
    const own = owner?.privateQueueEnabled === true ? privateQueue(owner.login) : handler.queue;
    return (await this.#workers()).some(({ queues }) => queues.includes(handler.queue) || queues.includes(own));
  }

  /** Whether somebody runs workers of their own. */
  async arePrivateQueuesServed(): Promise<boolean> {
    return (await this.#workers()).some(({ queues }) => queues.some(isPrivateQueue));
  }

  /** What the workers that would take a job of this kind have, together. @throws Error for kinds that no worker runs */
  async offersFor(kind: JobKind, owner: UserRecord): Promise<WorkerOffer> {
    const handler = this.#require(kind);
    if (!("queue" in handler)) throw new Error(`${kind} is not run by workers`);
    const workers = await this.#workers();
    const serving = (queue: string): WorkerOffer[] =>
      workers.filter(({ queues }) => queues.includes(queue)).map(({ offer }) => offer);
    const own = owner.privateQueueEnabled ? serving(privateQueue(owner.login)) : [];
    // Whose own worker is not there now will have one like those of the site.
    return unitedOffers(own.length > 0 ? own : serving(handler.queue));
  }

  /** @throws RequestError 503 while nobody can run it */
  async requireRunnable(kind: JobKind, owner?: UserRecord): Promise<void> {
    const handler = this.#require(kind);
    if ("queue" in handler && !(await this.canRun(kind, owner)))
      throw new RequestError(missingWorker[handler.queue], 503);
  }

  /** @throws Error for kinds that workers run */
  local(kind: JobKind): LocalJob {
    const handler = this.#require(kind);
    if ("queue" in handler) throw new Error(`${kind} is run by workers`);
    return handler.run;
  }

  /** @param type as clients know it @param needs what only some workers have @throws Error for kinds that no worker runs */
  queued(kind: JobKind, type: string, owner: UserRecord, task: object, needs?: string): QueuedJob {
    const handler = this.#require(kind);
    if (!("queue" in handler)) throw new Error(`${kind} is not run by workers`);
    const kwargs = { kind, task };
    return owner.privateQueueEnabled
      ? { queue: privateQueue(owner.login), type: "private", kwargs, ...(needs !== undefined && { needs }) }
      : { queue: handler.queue, type, kwargs, ...(needs !== undefined && { needs }) };
  }

  /** What a worker does for a job; `undefined`: nothing is known of it. */
  taskOf({ kwargs }: JobRecord): WorkerTask | undefined {
    const handler = this.#handlers.get(kwargs["kind"] as JobKind);
    return handler !== undefined && "queue" in handler ? handler.task : undefined;
  }

  #require(kind: JobKind): JobHandler {
    const handler = this.#handlers.get(kind);
    if (handler === undefined) throw new Error(`no handler for ${kind}`);
    return handler;
  }
}

/** The queue of a user who runs workers of its own. */
export const privateQueue = (login: string): string => `${login}${privateEnding}`;
export const isPrivateQueue = (queue: string): boolean => queue.endsWith(privateEnding);
const privateEnding = "@private";
