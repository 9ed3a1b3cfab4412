/** Jobs: work that continues after a request was answered. Every change of a job notifies its owner. */
import { JobStatus } from "#schemas";
import { hasEnded } from "#schemas/job-status";

import { AccessLevel } from "../../base/access-level.ts";
import { MissingError, ValidationError } from "../../base/errors.ts";
import { requireObjectId } from "../../base/object-id.ts";
import { withoutPaths } from "../../base/without-paths.ts";
import {
  outstandingStatuses,
  refusalOfTransition,
  resultName,
  statusOfCancel,
  workerHandler,
} from "../../domain/job-status.ts";
import type { Repositories, Scope } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { Lease } from "../../ports/job-queue.ts";
import type { JobQuery, JobSort } from "../../ports/job.repository.ts";
import type { JobRecord, Page, Sort, Viewer } from "../../ports/records.ts";
import type { Accessible, AccessService } from "../access/access.service.ts";
import { requireAccount, requireUser, viewerOf, type Actor } from "../access/actor.ts";
import { recordEvent } from "../access/record-event.ts";
import { JobCancelledError, LeaseLostError } from "./job-error.ts";
import { JobMessages } from "./job-messages.ts";
import { withWaitReasons } from "./job-waits.ts";
import { accessOf, jobRecordOf, scopeOfNew, type NewJob } from "./new-job.ts";
import type { NotificationService } from "../site/notification.service.ts";
import { TokenScope, type NewToken, type TokenService } from "../accounts/token.service.ts";

/** Events of which workers are notified immediately; they also poll. */
export const jobTopics = { offered: "job-offered", cancelled: "job-cancelled" } as const;

export type JobView = Accessible<JobRecord>;

export interface JobFilter {
  /** Absent: the caller's own; `None`: those without an owner. */
  userId: string | undefined;
  parentId?: string;
  datasetId?: string;
  types?: readonly string[];
  statuses?: readonly number[];
  handlers?: readonly string[];
}

export interface JobChange {
  /** Appended to the log. */
  log?: string;
  /** Replaces the log with `log`. */
  overwrite?: boolean;
  status?: number;
  progress?: { total?: number; current?: number; message?: string };
  /** Default: notify the owner. */
  notify?: boolean;
}

/** Characters of a log that are kept. */
const maxLogLength = 4 * 1024 * 1024;
const tokenLifetimeMs = 7 * 24 * 60 * 60 * 1000;

export type FindRemains = (job: JobRecord, db: Repositories) => Promise<string | undefined>;

export class JobService {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #tokens: TokenService;
  readonly #messages: JobMessages;

  constructor(
    ports: Ports,
    services: { access: AccessService; notifications: NotificationService; tokens: TokenService },
  ) {
    this.#ports = ports;
    this.#access = services.access;
    this.#tokens = services.tokens;
    this.#messages = new JobMessages(services.notifications);
  }

  /**
   * The caller's own jobs, another user's, or those without an owner, as far as the caller may read them. Anonymous
   * callers have none.
   */
  async list(actor: Actor, filter: JobFilter & Page, sort: Sort<JobSort>): Promise<JobView[]> {
    const { userId, ...rest } = filter;
    const owner = await this.#ownerOf(actor, userId);
    return owner === undefined ? [] : await this.#find(actor, { ...rest, userId: owner }, sort);
  }

  async listAll(actor: Actor, filter: JobFilter & Page, sort: Sort<JobSort>): Promise<JobView[]> {
    requireUser(actor);
    const { userId: _ofAll, ...rest } = filter;
    return await this.#find(actor, rest, sort);
  }

  /** Jobs of all users that are not finished. */
  async countOutstanding(actor: Actor): Promise<number> {
    requireUser(actor);
    return await this.#ports.database.jobs.count({ statuses: outstandingStatuses });
  }

  async typesAndStatuses(actor: Actor, whose: "own" | "all"): Promise<{ types: string[]; statuses: JobStatus[] }> {
    const user = requireUser(actor);
    const query = whose === "own" ? { userId: user.id } : {};
    const used = await this.#ports.database.jobs.typesAndStatuses(query, viewerOf(actor));
    return { types: used.types, statuses: used.statuses as JobStatus[] };
  }

  /** The job and its log. */
  async get(actor: Actor, id: string, level: AccessLevel = AccessLevel.read): Promise<JobView & { log: string[] }> {
    const [view] = await withWaitReasons(this.#ports.database, [await this.#require(actor, id, level)]);
    if (view === undefined) throw new MissingError("job", id);
    return { ...view, log: await this.#ports.database.jobs.log(view.record.id) };
  }

  /** A job that runs elsewhere; only tokens made for that may create one. */
  async createForeign(actor: Actor, given: Omit<NewJob, "userId" | "access" | "onlyIf">): Promise<JobView> {
    if (actor.token?.scopes.includes(TokenScope.createJobs) !== true) {
      throw this.#tokens.scopeError(actor, TokenScope.createJobs);
    }
    const record = await this.create({ ...given, userId: actor.user?.id ?? null });
    return { record, level: actor.user === undefined ? AccessLevel.read : AccessLevel.admin };
  }

  /** For services that have checked that the caller may start it. Its owner administers it. */
  async create(given: NewJob): Promise<JobRecord> {
    const job = await this.#ports.database.transaction(
      scopeOfNew(given),
      async (tx) => await this.createWithin(tx, given),
    );
    await this.announce(job);
    return job;
  }

  /** In the caller's transaction; the caller announces the job after it has committed. */
  async createWithin(tx: Repositories, given: NewJob): Promise<JobRecord> {
    const { clock, ids } = this.#ports;
    const job = jobRecordOf(given, ids.next(), clock.nowMs());
    if (job.userId !== null) await requireAccount(tx, job.userId);
    await given.onlyIf?.(tx);
    await tx.jobs.insert(job);
    await tx.access.replace("job", job.id, accessOf(given));
    if (given.queue !== undefined) await tx.jobQueue.offer(job.id, given.queue, given.needs);
    return job;
  }

  /** Notifies the owner and the workers of a new job. */
  async announce(job: JobRecord): Promise<void> {
    await this.#messages.created(job);
    if (job.handler === workerHandler) await this.#ports.events.publish({ topic: jobTopics.offered, payload: null });
  }

  async update(actor: Actor, id: string, change: JobChange): Promise<JobView> {
    const { record, level } = await this.#require(actor, id, AccessLevel.write);
    return { record: await this.change(record.id, change), level };
  }

  /** For the handler of the job. Paths of its machine are removed from its reports. */
  async change(id: string, given: JobChange): Promise<JobRecord> {
    const change = plainly(given);
    const { record, isNewStatus } = await this.#ports.database.transaction({ job: id }, async (tx) => {
      const before = await tx.jobs.find(id);
      if (before === undefined) throw new MissingError("job", id);
      if (change.status !== undefined) {
        const refusal = refusalOfTransition(before.handler, before.status, change.status);
        if (refusal !== undefined) throw new ValidationError(refusal, "status");
      }
      if (change.log !== undefined) await appendLog(tx, id, change.log, change.overwrite ?? false);
      return await this.#store(tx, before, change);
    });
    if (change.notify !== false) {
      if (change.log !== undefined) await this.#messages.logged(record, change.log, change.overwrite ?? false);
      if (isNewStatus) await this.#messages.statusChanged(record);
      if (change.progress !== undefined) await this.#messages.progressed(record);
    }
    return record;
  }

  /**
   * Ends a job held by a worker, storing its result in one transaction, and only if the worker still holds it. So the
   * result of a job is stored once, however often it was started, and also if the first commit got no answer.
   * @throws LeaseLostError, JobCancelledError: nothing is stored
   */
  async end(
    lease: Lease,
    given: { status: JobStatus; log?: string },
    scope: Scope | readonly Scope[] = [],
    work?: (tx: Repositories) => Promise<void>,
  ): Promise<JobRecord> {
    const outcome = plainly(given);
    const scopes = [scope, { job: lease.jobId }].flat();
    const { record, isNewStatus } = await this.#ports.database.transaction(scopes, async (tx) => {
      const before = await tx.jobs.find(lease.jobId);
      // Ended before, by a commit that got no answer: it has not been announced.
      if (before?.status === outcome.status && (await tx.jobQueue.hasEnded(lease)))
        return { record: before, isNewStatus: true };
      if (before === undefined || !(await tx.jobQueue.isHeld(lease))) throw new LeaseLostError();
      const isCancelled = before.status === JobStatus.canceling || hasEnded(before);
      if (isCancelled && outcome.status !== JobStatus.canceled) throw new JobCancelledError();
      await work?.(tx);
      if (outcome.log !== undefined) await appendLog(tx, lease.jobId, outcome.log, false);
      await tx.jobQueue.end(lease.jobId);
      return await this.#store(tx, before, { status: outcome.status });
    });
    if (outcome.log !== undefined) await this.#messages.logged(record, outcome.log, false);
    if (isNewStatus) await this.#messages.statusChanged(record);
    return record;
  }

  /**
   * Ends jobs whose workers died too often or after a request to cancel; the others are queued again.
   * @param findRemains a sentence about the remains of a job, for its log
   */
  async reclaim(maxAttempts: number, findRemains: FindRemains): Promise<{ requeued: number; over: number }> {
    const ended: { record: JobRecord; log: string | undefined }[] = [];
    const { requeued } = await this.#ports.database.transaction("site", async (tx) => {
      const reclaimed = await tx.jobQueue.reclaim(maxAttempts);
      for (const job of reclaimed.over) {
        const isCancelled = job.status === JobStatus.canceling;
        const status = isCancelled ? JobStatus.canceled : JobStatus.error;
        const why = isCancelled ? undefined : `The worker stopped before the job was done, ${maxAttempts} times.`;
        const lines = [why, await findRemains(job, tx)].filter((line) => line !== undefined);
        const log = lines.length === 0 ? undefined : lines.map((line) => `${line}\n`).join("");
        if (log !== undefined) await appendLog(tx, job.id, log, false);
        await tx.jobQueue.end(job.id);
        ended.push({ record: (await this.#store(tx, job, { status })).record, log });
      }
      return reclaimed;
    });
    for (const { record, log } of ended) {
      if (log !== undefined) await this.#messages.logged(record, log, false);
      await this.#messages.statusChanged(record);
    }
    return { requeued: requeued.length, over: ended.length };
  }

  /** For the handler of the job; `undefined`: the job was deleted. */
  async statusOf(id: string): Promise<number | undefined> {
    return (await this.#ports.database.jobs.find(id))?.status;
  }

  /** Immediately if no worker has the job, else as soon as the worker is notified. */
  async cancel(actor: Actor, id: string): Promise<JobView> {
    const { record, level, isNewStatus } = await this.#ports.database.transaction({ job: id }, async (tx) => {
      const { record: before, level: own } = await this.#require(actor, id, AccessLevel.write, tx);
      const status = statusOfCancel(before.handler, before.status);
      const done =
        status === undefined ? { record: before, isNewStatus: false } : await this.#store(tx, before, { status });
      return { ...done, level: own };
    });
    if (isNewStatus) {
      await this.#messages.statusChanged(record);
      await this.#ports.events.publish({ topic: jobTopics.cancelled, payload: record.id });
    }
    return { record, level };
  }

  async remove(actor: Actor, id: string): Promise<void> {
    await this.#ports.database.transaction({ job: id }, async (tx) => {
      const { record } = await this.#require(actor, id, AccessLevel.admin, tx);
      await tx.access.removeDocuments("job", [record.id]);
      await tx.jobs.remove(record.id);
    });
  }

  /** The token of the worker that has the job: it can only read and update it. */
  async createToken(job: JobRecord): Promise<NewToken> {
    return await this.#tokens.create(null, [jobScope(job.id)], tokenLifetimeMs);
  }

  async #store(
    tx: Repositories,
    before: JobRecord,
    { status, progress }: Pick<JobChange, "status" | "progress">,
  ): Promise<{ record: JobRecord; isNewStatus: boolean }> {
    const nowMs = this.#ports.clock.nowMs();
    const changes: Partial<JobRecord> = { updatedMs: nowMs };
    const isNewStatus = status !== undefined && status !== before.status;
    if (isNewStatus) {
      changes.status = status;
      changes.timestamps = [...before.timestamps, { status, timeMs: nowMs }];
    }
    if (progress !== undefined) {
      changes.progress = { total: 0, current: 0, message: "", ...before.progress, ...progress };
    }
    await tx.jobs.update(before.id, changes);
    if (isNewStatus && hasEnded({ status })) await this.#recordEnd(tx, { ...before, ...changes });
    return { record: { ...before, ...changes }, isNewStatus };
  }

  async #recordEnd(tx: Repositories, { id, title, type, status, datasetId, userId }: JobRecord): Promise<void> {
    const data = { jobId: id, title, type, result: resultName(status) };
    const user = userId === null ? undefined : await tx.users.find(userId);
    await recordEvent(tx, this.#ports, { event: "job.ended", folder: datasetId, user, data });
  }

  /** `undefined`: an anonymous caller, who has no jobs; `null`: jobs without an owner. */
  async #ownerOf(actor: Actor, userId: string | undefined): Promise<string | null | undefined> {
    if (userId === undefined || userId === "") return actor.user?.id;
    if (userId.toLowerCase() === "none") return null;
    return (await this.#access.requireUserDocument(actor, userId)).record.id;
  }

  async #find(actor: Actor, query: JobQuery & Page, sort: Sort<JobSort>): Promise<JobView[]> {
    const viewer: Viewer = viewerOf(actor);
    const jobs = await this.#ports.database.jobs.list(query, sort, viewer);
    return await withWaitReasons(this.#ports.database, await this.#access.withLevels(actor, "job", jobs));
  }

  async #require(
    actor: Actor,
    id: string,
    level: AccessLevel,
    db: Repositories = this.#ports.database,
  ): Promise<JobView> {
    const record = await db.jobs.find(requireObjectId(id));
    if (record === undefined) throw new MissingError("job", id);
    const [view = { record, level: AccessLevel.none }] = await this.#access.withLevels(actor, "job", [record], db);
    const isItsWorker = actor.token?.scopes.includes(jobScope(record.id)) === true;
    const actual = isItsWorker && view.level < AccessLevel.write ? AccessLevel.write : view.level;
    if (actual < level) throw this.#access.denied("job", record.id, level, actor);
    return { record, level: actual };
  }
}

/** The one place where text enters a job: output of programs, errors, progress texts. */
function plainly<T extends Pick<JobChange, "log" | "progress">>(change: T): T {
  const { log, progress } = change;
  const message = progress?.message;
  return {
    ...change,
    ...(log !== undefined && { log: withoutPaths(log) }),
    ...(message !== undefined && { progress: { ...progress, message: withoutPaths(message) } }),
  };
}

const jobScope = (id: string): string => `jobs.job_${id}`;

async function appendLog(tx: Repositories, id: string, text: string, overwrite: boolean): Promise<void> {
  const piece = text.slice(-maxLogLength);
  if (overwrite) await tx.jobs.clearLog(id);
  await tx.jobs.appendLog(id, piece, Math.max(1, Math.floor(maxLogLength / Math.max(1, piece.length))));
}
