/** Apart from the shapes of jobs: pages that know the numbers need nothing else of those. */

/** Status numbers of a job. */
export const JobStatus = {
  inactive: 0,
  queued: 1,
  running: 2,
  success: 3,
  error: 4,
  canceled: 5,
  fetchingInput: 820,
  convertingInput: 821,
  convertingOutput: 822,
  pushingOutput: 823,
  canceling: 824,
} as const;
export type JobStatus = (typeof JobStatus)[keyof typeof JobStatus];

const ends: ReadonlySet<number> = new Set([JobStatus.success, JobStatus.error, JobStatus.canceled]);
export const hasEnded = ({ status }: { readonly status: number }): boolean => ends.has(status);
