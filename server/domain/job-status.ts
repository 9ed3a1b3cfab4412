/** The statuses of a job and which may follow which (api-v1 13.1). */
import { hasEnded, JobStatus } from "#schemas/job-status";

/** Jobs that a worker takes from the queue; all other jobs are updated by their creator. */
export const workerHandler = "celery_handler";
/** Title of the job that processes many folders. */
export const batchTitle = "Batch process Dive Batch Postprocess";
export const batchType = "DIVE Batch Postprocess";
/** Jobs that the server runs itself. */
export const localHandler = "local";

const { inactive, queued, running, success, error, canceled, canceling } = JobStatus;
const { fetchingInput, convertingInput, convertingOutput, pushingOutput } = JobStatus;

/** Allowed previous statuses, by status. */
const sourcesOfWorkerJobs: Readonly<Record<number, readonly number[]>> = {
  [queued]: [inactive],
  [running]: [inactive, queued, fetchingInput],
  [fetchingInput]: [running],
  [convertingInput]: [running, fetchingInput],
  [convertingOutput]: [running],
  [pushingOutput]: [running, convertingOutput],
  [canceling]: [inactive, queued, running],
  [error]: [fetchingInput, convertingInput, convertingOutput, pushingOutput, canceling, queued, running],
  [canceled]: [canceling, inactive, queued, running],
  [success]: [running, pushingOutput],
};

const sourcesOfOtherJobs: Readonly<Record<number, readonly number[]>> = {
  [queued]: [inactive],
  [running]: [queued, inactive],
  [success]: [running],
  [error]: [queued, running],
  [canceled]: [inactive, queued, running],
};

const known: readonly number[] = Object.values(JobStatus);

/** Statuses of jobs that have not ended. */
export const outstandingStatuses: readonly number[] = known.filter((status) => !hasEnded({ status }));

/** Statuses in which a worker may take a job; a job whose worker died keeps its status until it is taken again. */
export const claimableStatuses: readonly number[] = outstandingStatuses.filter((status) => status !== canceling);

/** Outcome of a finished job, for messages. */
export function resultName(status: number): "success" | "error" | "cancelled" {
  if (status === success) return "success";
  return status === error ? "error" : "cancelled";
}

/** Why a change of status is not allowed; `undefined`: it is. */
export function refusalOfTransition(handler: string, from: number, to: number): string | undefined {
  if (!known.includes(to)) return `Invalid job status ${to}.`;
  if (from === to) return undefined;
  const sources = (handler === workerHandler ? sourcesOfWorkerJobs : sourcesOfOtherJobs)[to];
  if (sources === undefined) return `No valid state transition to '${to}'. Current state is '${from}'.`;
  return sources.includes(from) ? undefined : `Invalid state transition to '${to}', Current state is '${from}'.`;
}

/**
 * The status after a request to cancel: immediate, or through the worker that has the job; `undefined`: it is finished.
 */
export function statusOfCancel(handler: string, from: number): number | undefined {
  if (hasEnded({ status: from }) || from === canceling) return undefined;
  if (handler !== workerHandler || from === inactive || from === queued) return canceled;
  return canceling;
}
