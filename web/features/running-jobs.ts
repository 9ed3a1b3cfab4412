/** The jobs that run now, for components. */
import { useQuery } from "@tanstack/react-query";
import type { Job } from "#schemas/wire";
import { isFinished, runningJobsQuery } from "../queries/jobs.ts";

/** Jobs that are not finished. */
export function useRunningJobs(): readonly Job[] {
  return useQuery(runningJobsQuery).data?.filter((job) => !isFinished(job)) ?? [];
}

/** Ids of the datasets that a job runs on. */
export function useBusyDatasets(): ReadonlySet<string> {
  return new Set(useRunningJobs().flatMap((job) => (job.dataset_id === undefined ? [] : [job.dataset_id])));
}
