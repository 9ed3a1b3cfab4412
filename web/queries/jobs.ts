/** Jobs of the signed-in user: the running ones, the pages of the job list, and how a live message updates both. */
import { keepPreviousData } from "@tanstack/query-core";
import { hasEnded, JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { api } from "../api/client.ts";
import { recordJob } from "./job-completions.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export const runningJobsQuery = question({
  queryKey: [...keys.jobs, "running"],
  queryFn: ({ signal }) =>
    api.call("job.list", { statuses: [JobStatus.running, JobStatus.queued, JobStatus.inactive], limit: 0 }, { signal }),
  staleTime: 60_000,
});

export const queuedJobsQuery = question({
  queryKey: [...keys.jobs, "queued"],
  queryFn: ({ signal }) => api.call("job.queued", {}, { signal }),
});

export interface JobFilter {
  readonly statuses?: number[];
  readonly types?: string[];
}

/** The types by which the user's jobs can be filtered. */
export const jobTypesQuery = question({
  queryKey: [...keys.jobs, "types"],
  queryFn: async ({ signal }) => (await api.call("job.typesAndStatuses", {}, { signal })).types,
});

/** Requests one entry more than a page: the list has no total, and an extra entry means that there is another page. */
export function jobPageQuery(page: number, pageSize: number, filter: JobFilter = {}) {
  return question({
    queryKey: [...keys.jobs, "page", page, pageSize, filter],
    queryFn: ({ signal }) =>
      api.call(
        "job.list",
        { limit: pageSize + 1, offset: page * pageSize, sort: "created", sortdir: -1, ...filter },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** All users' jobs on any of these datasets that the user may read; newest first. */
export function datasetJobsQuery(datasetIds: readonly string[]) {
  return question({
    queryKey: [...keys.jobs, "dataset", ...datasetIds],
    async queryFn({ signal }): Promise<readonly Job[]> {
      const lists = await Promise.all(
        datasetIds.map((datasetId) =>
          api.call("job.all", { datasetId, limit: maxJobsOfDataset, sort: "created", sortdir: -1 }, { signal }),
        ),
      );
      return lists
        .flat()
        .toSorted((a, b) => b.created.localeCompare(a.created))
        .slice(0, maxJobsOfDataset);
    },
  });
}

export const maxJobsOfDataset = 50;

export function jobLogQuery(id: string) {
  return question({
    queryKey: [...keys.jobs, "log", id],
    queryFn: ({ signal }) => api.call("job.get", { id }, { signal }),
  });
}

/** Puts a job of the user from a live message into the cached lists, and refreshes what it may have changed. */
export function applyJobStatus(job: Job): void {
  setRunning((jobs) => {
    const others = jobs.filter((other) => other._id !== job._id);
    return hasEnded(job) ? others : [...others, job];
  });
  refreshAfter(job);
}

/** The same for any listed job; another user's job is not added to the user's own running ones. */
export function applyChangedJob(job: Job): void {
  setRunning((jobs) =>
    jobs.flatMap((other) => {
      if (other._id !== job._id) return [other];
      return hasEnded(job) ? [] : [job];
    }),
  );
  refreshAfter(job);
}

function setRunning(change: (jobs: readonly Job[]) => Job[]): void {
  queryClient.setQueryData(runningJobsQuery.queryKey, (jobs: Job[] | undefined) => change(jobs ?? []));
}

function refreshAfter(job: Job): void {
  recordJob(job);
  void queryClient.invalidateQueries({ queryKey: keys.jobs });
  void queryClient.invalidateQueries({ queryKey: keys.places });
  if (hasEnded(job)) {
    void queryClient.invalidateQueries({ queryKey: keys.datasets });
    void queryClient.invalidateQueries({ queryKey: keys.summary });
    // A training has created a model, which is also a pipeline.
    void queryClient.invalidateQueries({ queryKey: keys.models });
  }
}
