/**
 * Everything about one kind of job in one place: its queue, its parameters, what clients see, when two are the same,
 * what it does and how it is repeated. `kinds/` has one definition per file.
 */
import { type Check, checkBody } from "../../domain/body-check.ts";
import type { Repositories } from "../../ports/database.ts";
import type { JobRecord, Meta } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { JobView } from "./job.service.ts";
import type { LocalRun } from "./local-jobs.ts";
import type { SharedQueue } from "../../domain/queues.ts";
import type { WorkerRun } from "./job-run.ts";

/** Facts that a title may mention, except the parameters of the job. */
export interface JobSubject {
  /** The folder it works on. */
  readonly folder?: string;
  /** The file it works on, if it is one. */
  readonly item?: string;
}

/** A job that a user wants to run again. */
export interface RepeatedJob<Task> {
  readonly actor: Actor;
  /** From the stored job: its objects are looked up with the rights of the actor. */
  readonly task: Task;
  /** The part of the first one that clients saw. */
  readonly params: Meta;
}

interface JobKindOf<Task extends object, Deps> {
  /** Stored with each job: never reused for another kind. */
  readonly kind: string;
  /** The parameters. A stored job may come from an earlier version, so later additions are optional. */
  readonly parameters: Check<Task>;
  title(task: Task, subject: JobSubject): string;
  /** The type that clients know. */
  readonly wireType: string;
  /** Jobs with the same key are the same job while the first one has not ended; absent: each is its own. */
  key?(task: Task): string;
  /** The statuses in which the first one still counts; absent: all before its end. */
  readonly dedupeStatuses?: readonly number[];
  /** Parameters that an earlier version stored in another form; `undefined`: there are none. */
  earlierTask?(record: JobRecord): object | null | undefined;
  /** Starts it again, checking current rights. Absent: it can only be repeated where it was started. */
  repeat?(asked: RepeatedJob<Task>, deps: Deps): Promise<JobView>;
}

/** Runs on a worker. */
export interface QueuedJob<Task extends object, Deps> extends JobKindOf<Task, Deps> {
  readonly queue: SharedQueue;
  /** It does not wait for long jobs of its queue, such as conversions. */
  readonly isSmall?: true;
  run(run: WorkerRun & { readonly task: Task }, deps: Deps): Promise<void>;
  /** A sentence about the remains of a job whose workers have died, for its log; `undefined`: it leaves none. */
  findRemains?(record: JobRecord, task: Task, db: Repositories): Promise<string | undefined>;
}

/** Runs in the server that received the request. */
export interface LocalJob<Task extends object, Deps> extends JobKindOf<Task, Deps> {
  readonly queue?: undefined;
  readonly isSmall?: undefined;
  run(run: LocalRun & { readonly task: Task }, deps: Deps): Promise<void>;
}

export type JobDefinition<Task extends object = object, Deps = unknown> = QueuedJob<Task, Deps> | LocalJob<Task, Deps>;

/** How a job is stored, so that any worker knows what to do from its record alone. */
export const kwargsOf = (kind: string, task: object): Meta => ({ kind, task });

/** The parameters of a stored job; `undefined`: it is another kind, or this version cannot read it. */
export function readTask<Task extends object>(
  { kind, parameters, earlierTask }: Pick<JobDefinition<Task, never>, "kind" | "parameters" | "earlierTask">,
  record: JobRecord,
): Task | undefined {
  const task = record.kwargs["kind"] === kind ? record.kwargs["task"] : earlierTask?.(record);
  const checked = checkBody(kind, parameters, task);
  return checked.ok ? checked.value : undefined;
}
