/** Finished jobs on datasets, until they are acknowledged: the viewer offers to reload what they changed. */
import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { Job } from "#schemas/wire";
import { hasEnded, JobStatus } from "#schemas/job-status";

/** The members of a job that the viewer uses. */
export type DatasetJob = Pick<Job, "_id" | "status" | "dataset_id" | "type" | "title">;

export interface JobCompletion {
  readonly type: string;
  readonly title: string;
  readonly success: boolean;
}

/** Job types that change what the viewer shows; jobs for the user's own worker are all of type `private`. */
const types: ReadonlySet<string> = new Set(["pipelines", "convert", "private"]);

const completions = signal<ReadonlyMap<string, JobCompletion>>(new Map());

/** By dataset id. */
export const jobCompletions: ReadonlySignal<ReadonlyMap<string, JobCompletion>> = completions;

export function recordJob(job: DatasetJob): void {
  const { dataset_id: datasetId, type, title, status } = job;
  if (datasetId === undefined || !types.has(type) || !hasEnded(job)) return;
  const success = status === JobStatus.success;
  completions.value = new Map(completions.peek()).set(datasetId, { type, title, success });
}

export function removeCompletion(datasetId: string): void {
  if (!completions.peek().has(datasetId)) return;
  const left = new Map(completions.peek());
  left.delete(datasetId);
  completions.value = left;
}
