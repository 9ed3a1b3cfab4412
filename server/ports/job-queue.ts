/**
 * How workers get jobs. The job's own row says in which queue it waits, who has it and until when; all times are the
 * database's, so that the clocks of several machines do not matter. Part of `Repositories`: what is offered or taken in a
 * transaction is so when the transaction commits. Adapters run `contract/job-queue.ts`.
 */
import type { PipelineDescription } from "../domain/pipeline.ts";
import type { JobRecord } from "./records.ts";

/** The right to work on a job, for one worker and one attempt; it runs out unless it is renewed. */
export interface Lease {
  readonly jobId: string;
  readonly worker: string;
  /** 1, 2, 3...: how often the job was taken. */
  readonly attempt: number;
}

/** A job that a worker has taken, and from which queue. */
export interface Claimed {
  readonly job: JobRecord;
  readonly queue: string;
  readonly lease: Lease;
}

/** What a worker has beyond what every worker does. */
export interface WorkerOffer {
  readonly pipelines: readonly PipelineDescription[];
  /** What can be trained; the first one is the default. */
  readonly configurations: readonly string[];
  /** What jobs may need: `domain/capability.ts`. */
  readonly has: readonly string[];
}

/** Which jobs a worker takes. */
export interface Takes {
  readonly queues: readonly string[];
  /** A job that needs something else is left for others. */
  readonly has: readonly string[];
}

export interface PresentWorker {
  readonly name: string;
  readonly queues: readonly string[];
  readonly offer: WorkerOffer;
}

export interface WaitingJob {
  readonly jobId: string;
  readonly queue: string;
  readonly needs: string | null;
  readonly ahead: number;
}

export interface JobQueue {
  /**
   * Lets the workers of a queue take a stored job; with `needs` only those that have it. Its turn comes after the owner's
   * own jobs that wait there, and among one job of each other owner at a time.
   */
  offer(jobId: string, queue: string, needs?: string): Promise<void>;
  /** Whether there may be something to take: cheap, for asking often. */
  hasWaiting(takes: Takes): Promise<boolean>;
  /** Takes the job whose turn it is: people take turns in a queue. Only inside a transaction. */
  claim(takes: Takes, worker: string, leaseMs: number): Promise<Claimed | undefined>;
  /** @returns whether the lease is still held */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Asked in the transaction in which a job ends: another worker may have taken it over. */
  isHeld(lease: Lease): Promise<boolean>;
  /** Gives a job back undone: it waits again, in its old place. That attempt does not count. */
  release(lease: Lease): Promise<void>;
  /** The job has no worker any more, and none may take it. */
  end(jobId: string): Promise<void>;
  /**
   * Lets the jobs of workers that have not renewed wait again. Only inside a transaction.
   * @returns those that do so, and those that must end instead: cancelled meanwhile, or taken `maxAttempts` times
   */
  reclaim(maxAttempts: number): Promise<{ again: JobRecord[]; over: JobRecord[] }>;

  /** A worker is there, for so long. */
  announce(worker: PresentWorker, forMs: number): Promise<void>;
  withdraw(worker: string): Promise<void>;
  /** Workers that are there now, by name. */
  workers(): Promise<PresentWorker[]>;
  /**
   * Those of the jobs that no worker has taken, with what a worker must serve and have to take them; `ahead`: jobs of the
   * queue that run, or whose turn is earlier.
   */
  waiting(jobIds: readonly string[]): Promise<WaitingJob[]>;
  /** Jobs that have not ended, by queue; `oldestMs`: since when the first untaken job waits. */
  load(): Promise<{ queue: string; waiting: number; running: number; oldestMs: number | null }[]>;
}
