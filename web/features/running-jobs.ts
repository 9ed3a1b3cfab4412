/** Hooks for the jobs that are running now. */
import { useQuery } from "@tanstack/react-query";
import type { Job } from "#schemas/wire";
import { hasEnded } from "#schemas/job-status";
import { runningJobsQuery } from "../queries/jobs.ts";

/** Jobs that are not finished. */
export function useRunningJobs(): readonly Job[] {
  return useQuery(runningJobsQuery).data?.filter((job) => !hasEnded(job)) ?? [];
}

/** The running job of each dataset, by the dataset's id. */
export function useBusyDatasets(): ReadonlyMap<string, Job> {
  return new Map(useRunningJobs().flatMap((job) => (job.dataset_id === undefined ? [] : [[job.dataset_id, job]])));
}
