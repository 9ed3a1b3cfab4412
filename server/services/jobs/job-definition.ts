/**
 * What one kind of job is, in one place: where it waits, what it is started with, what clients see of it, when two of
 * them are the same, what it does and how it runs again. `kinds/` holds one definition a file.
 */
import { type Check, checkBody } from "../../domain/body-check.ts";
import type { JobRecord, Meta } from "../../ports/records.ts";
import type { Actor } from "../access/actor.ts";
import type { JobView } from "./job.service.ts";
import type { LocalRun } from "./local-jobs.ts";
import type { SharedQueue } from "../../domain/queues.ts";
import type { WorkerRun } from "./worker.ts";

/** What a title may name in addition to what the job is started with. */
export interface JobSubject {
  /** The folder that it works on. */
  readonly folder?: string;
  /** The file, where it works on one. */
  readonly item?: string;
}

/** A job that is to run again, asked for by a person. */
export interface AskedAgain<Task> {
  readonly actor: Actor;
  /** From the stored job: what it names is looked up with the rights of the actor. */
  readonly task: Task;
  /** What clients saw of the first one. */
  readonly params: Meta;
}

interface JobKindOf<Task extends object, Uses> {
  /** Stored with each job: never given to another kind. */
  readonly kind: string;
  /** What it is started with. A stored job may be of an earlier version, so what came later is optional. */
  readonly parameters: Check<Task>;
  title(task: Task, subject: JobSubject): string;
  /** The type that clients know. */
  readonly wireType: string;
  /** Jobs with the same key are the same job while the first one has not ended; absent: each is a job of its own. */
  key?(task: Task): string;
  /** The statuses in which the first one still counts; absent: those before its end. */
  readonly sameWhile?: readonly number[];
  /** What a job was started with that an earlier version stored in another shape; `undefined`: it is none of them. */
  earlierTask?(record: JobRecord): object | null | undefined;
  /** Starts it again, checking rights as they are now. Absent: it runs again only from where it was started. */
  again?(asked: AskedAgain<Task>, uses: Uses): Promise<JobView>;
}

/** Runs on a worker. */
export interface QueuedJob<Task extends object, Uses> extends JobKindOf<Task, Uses> {
  readonly queue: SharedQueue;
  run(run: WorkerRun & { readonly task: Task }, uses: Uses): Promise<void>;
}

/** Runs in the server that was asked. */
export interface LocalJob<Task extends object, Uses> extends JobKindOf<Task, Uses> {
  readonly queue?: undefined;
  run(run: LocalRun & { readonly task: Task }, uses: Uses): Promise<void>;
}

export type JobDefinition<Task extends object = object, Uses = unknown> = QueuedJob<Task, Uses> | LocalJob<Task, Uses>;

/** How a job is stored, so that any worker knows from its record alone what to do. */
export const kwargsOf = (kind: string, task: object): Meta => ({ kind, task });

/** What a stored job was started with; `undefined`: it is none of this kind, or this version cannot read it. */
export function readTask<Task extends object>(
  { kind, parameters, earlierTask }: Pick<JobDefinition<Task, never>, "kind" | "parameters" | "earlierTask">,
  record: JobRecord,
): Task | undefined {
  const task = record.kwargs["kind"] === kind ? record.kwargs["task"] : earlierTask?.(record);
  const checked = checkBody(kind, parameters, task);
  return checked.ok ? checked.value : undefined;
}
