/**
 * How workers get jobs. The row of a job stores in which queue it waits, which worker has it and until when. All times
 * are the database's, so that differing clocks do not matter. Part of `Repositories`: offering or taking a job in
 * a transaction takes effect when it commits. Adapters run `contract/job-queue.ts`.
 */
import type { PipelineDescription } from "../domain/pipeline.ts";
import type { JobRecord } from "./records.ts";

/** The right to work on a job, for one worker and one attempt; it expires unless it is renewed. */
export interface Lease {
  readonly jobId: string;
  readonly worker: string;
  /** 1, 2, 3...: how many times the job has been taken. */
  readonly attempt: number;
}

/** A job that a worker has taken, and the queue it came from. */
export interface Claimed {
  readonly job: JobRecord;
  readonly queue: string;
  readonly lease: Lease;
}

/** Abilities that not every worker has. */
export interface WorkerOffer {
  readonly pipelines: readonly PipelineDescription[];
  /** Training configurations; the first one is the default. */
  readonly configurations: readonly string[];
  /** Capabilities that jobs may need: `domain/capability.ts`. */
  readonly has: readonly string[];
}

/** Which jobs a worker takes. */
export interface ClaimFilter {
  readonly queues: readonly string[];
  /** Jobs that need something else are left for other workers. */
  readonly has: readonly string[];
}

export interface ConnectedWorker {
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
   * Lets the workers of a queue take a stored job; with `needs`, only those that have it. It comes after the owner's
   * own jobs that wait there, and alternates with the jobs of each other owner.
   */
  offer(jobId: string, queue: string, needs?: string): Promise<void>;
  /** Whether there may be something to take. Cheap, so it can be called often. */
  hasWaiting(takes: ClaimFilter): Promise<boolean>;
  /** Takes the next job: owners alternate in a queue. Call it in a transaction. */
  claim(takes: ClaimFilter, worker: string, leaseMs: number): Promise<Claimed | undefined>;
  /** @returns whether the lease is still held */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Call it in the transaction in which a job ends: another worker may have taken it over. */
  isHeld(lease: Lease): Promise<boolean>;
  /** Whether the job has ended, and was not taken again after this lease. */
  hasEnded(lease: Lease): Promise<boolean>;
  /** Returns a job unfinished: it waits again, in its old position, and the attempt does not count. */
  release(lease: Lease): Promise<void>;
  /** The job has no worker any longer, and none may take it. */
  end(jobId: string): Promise<void>;
  /**
   * Requeues the jobs of workers that have not renewed their lease. Call it in a transaction.
   * @returns those that wait again, and those that must end instead: cancelled meanwhile, or taken `maxAttempts` times
   */
  reclaim(maxAttempts: number): Promise<{ requeued: JobRecord[]; over: JobRecord[] }>;

  /** Announces that a worker is present for this long. */
  announce(worker: ConnectedWorker, forMs: number): Promise<void>;
  withdraw(worker: string): Promise<void>;
  /** Workers that are present now, by name. */
  workers(): Promise<ConnectedWorker[]>;
  /**
   * Those of the jobs that no worker has taken, with the queue and the capability that a worker needs to take them;
   * `ahead`: jobs of the queue that are running or come first.
   */
  waiting(jobIds: readonly string[]): Promise<WaitingJob[]>;
  /** Unfinished jobs by queue; `oldestMs`: since when the oldest untaken job has been waiting. */
  load(): Promise<{ queue: string; waiting: number; running: number; oldestMs: number | null }[]>;
}
