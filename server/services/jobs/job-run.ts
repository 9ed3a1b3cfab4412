/** A run of a job, as its work sees it: what it can ask and report, and how it stores its result. */
import { JobStatus } from "#schemas";

import type { Repositories, Scope } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { Lease } from "../../ports/job-queue.ts";
import type { JobRecord } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import { LeaseLostError } from "./job-error.ts";
import type { JobService } from "./job.service.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";

export interface WorkerRun {
  readonly job: JobRecord;
  /** The user who requested it; the job has that user's current rights. */
  readonly actor: Actor;
  /** Cancelled, taken over by another worker, or the worker is stopping: end soon, by throwing the reason. */
  readonly signal: AbortSignal;
  /** A few calls per second are enough. */
  progress(current: number, total: number, message: string): void;
  log(text: string): Promise<void>;
  /** Stores a part of the result, if this worker still holds the job: it must be idempotent. */
  store(scope: Scope | readonly Scope[], work: (tx: Repositories) => Promise<void>): Promise<void>;
  /** Stores the result; the job has then succeeded. Once, as the last step. */
  succeed(scope: Scope | readonly Scope[], work: (tx: Repositories) => Promise<void>): Promise<void>;
}

/** The work of a job; it fails by throwing. */
export type WorkerTask = (run: WorkerRun) => Promise<void>;

/** The parts of a held job that its run uses. */
interface RunDeps {
  readonly job: JobRecord;
  readonly lease: Lease;
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly progress: ProgressWriter;
}

/** @param onSuccess called when the job has succeeded */
export function jobRun(
  { database }: Pick<Ports, "database">,
  jobs: JobService,
  { job, lease, actor, signal, progress }: RunDeps,
  onSuccess: () => void,
): WorkerRun {
  return {
    job,
    actor,
    signal,
    progress: (current, total, message) => progress.write({ current, total, message }),
    log: async (text) => void (await jobs.change(job.id, { log: `${text}\n` })),
    store: async (scope, work) => {
      signal.throwIfAborted();
      await retryWhileUnavailable(signal, () =>
        database.transaction([scope, { job: job.id }].flat(), async (tx) => {
          if (!(await tx.jobQueue.isHeld(lease))) throw new LeaseLostError();
          await work(tx);
        }),
      );
    },
    succeed: async (scope, work) => {
      signal.throwIfAborted();
      await progress.flush();
      await retryWhileUnavailable(signal, () => jobs.end(lease, { status: JobStatus.success }, scope, work));
      onSuccess();
    },
  };
}
