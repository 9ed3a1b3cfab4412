/** Display texts of job states. */

import { JobStatus } from "#schemas/wire";

const words: Readonly<Record<number, string>> = {
  [JobStatus.inactive]: "Queued",
  [JobStatus.queued]: "Queued",
  [JobStatus.success]: "Success",
  [JobStatus.error]: "Error",
  [JobStatus.canceled]: "Cancelled",
  [JobStatus.canceling]: "Cancelling",
};

/** Every state between the start and the end is shown as running. */
export const jobStatusText = (status: number): string => words[status] ?? "Running";
