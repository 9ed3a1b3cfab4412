/** Tasks on datasets. The request is one document; what lists are filtered and sorted by is in columns. */
import type { TaskPriority, TaskState } from "../domain/task.ts";

export interface TaskStep {
  readonly state: TaskState;
  readonly atMs: number;
  readonly byLogin: string;
  /** `null`: a dataset of several cameras. */
  readonly revision: number | null;
  readonly text: string;
  readonly isFixed: boolean;
  /** Requirements not met when it was handed in; absent: none. */
  readonly missing?: readonly TaskMissing[];
}

export interface TaskMissing {
  readonly kind: "attribute" | "rule";
  /** Name of the attribute, or code of the rule. */
  readonly name: string;
  readonly count: number;
  /** The first place. */
  readonly trackId: number;
  readonly frame: number;
  readonly camera?: string;
}

export interface TaskRecord {
  readonly id: string;
  readonly datasetId: string;
  /** Empty: the default set. */
  readonly setName: string;
  readonly assigneeId: string;
  readonly reviewerId: string | null;
  readonly state: TaskState;
  readonly priority: TaskPriority;
  /** `YYYY-MM-DD`. */
  readonly due: string | null;
  readonly version: number;
  readonly createdMs: number;
  readonly content: {
    /** First and last frames; empty: all. */
    readonly ranges: readonly (readonly [number, number])[];
    readonly instructions: string;
    readonly types: readonly string[];
    readonly attributes: readonly string[];
    readonly rules: readonly string[];
    /** Logins when the task was assigned: accounts can be deleted. */
    readonly assigneeLogin: string;
    readonly reviewerLogin: string;
    readonly creatorLogin: string;
    readonly history: readonly TaskStep[];
  };
}

export interface TaskQuery {
  /** Only tasks with this assignee or reviewer. */
  readonly ofUser?: string;
  /** Only tasks of these datasets. */
  readonly datasetIds?: readonly string[];
  /** Include accepted tasks. */
  readonly all: boolean;
}

export interface TypeSpan {
  /** `null`: tracks without a type. */
  readonly type: string | null;
  readonly objects: number;
  readonly frames: number;
}

export interface TaskRepository {
  insertMany(tasks: readonly TaskRecord[]): Promise<void>;
  /** Replaces the row. */
  update(task: TaskRecord): Promise<void>;
  find(id: string): Promise<TaskRecord | undefined>;
  /** In no particular order. Without datasets in the trash. */
  list(query: TaskQuery): Promise<TaskRecord[]>;
  /** Current tracks of a set in these frames (without any: in all frames), by best type. */
  spans(task: Pick<TaskRecord, "datasetId" | "setName">, ranges: TaskRecord["content"]["ranges"]): Promise<TypeSpan[]>;
  remove(id: string): Promise<void>;
  removeDatasets(datasetIds: readonly string[]): Promise<void>;
}
