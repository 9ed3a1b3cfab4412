/** Jobs of the signed-in user: which run, the pages of the job list, and how a live message changes both. */
import { keepPreviousData } from "@tanstack/query-core";
import { JobStatus } from "#schemas/job-status";
import type { Job } from "#schemas/wire";
import { api } from "../api/client.ts";
import { isFinished, noteJob } from "./job-completions.ts";
import { keys } from "./keys.ts";
import { queryClient } from "./query-client.ts";
import { question } from "./question.ts";

export { isFinished };

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

/** What a person's jobs can be filtered by. */
export const jobTypesQuery = question({
  queryKey: [...keys.jobs, "types"],
  queryFn: async ({ signal }) => (await api.call("job.typesAndStatuses", {}, { signal })).types,
});

/** One entry more than a page is asked for: the list has no total, and a further entry means a further page. */
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

/** All users' jobs on any of these datasets, as far as the person may read them; newest first. */
export function datasetJobsQuery(datasetIds: readonly string[]) {
  return question({
    queryKey: [...keys.jobs, "dataset", ...datasetIds],
    async queryFn({ signal }): Promise<readonly Job[]> {
      const lists = await Promise.all(
        datasetIds.map((datasetId) =>
          api.call("job.all", { datasetId, limit: mostJobsOfDataset, sort: "created", sortdir: -1 }, { signal }),
        ),
      );
      return lists
        .flat()
        .toSorted((a, b) => b.created.localeCompare(a.created))
        .slice(0, mostJobsOfDataset);
    },
  });
}

export const mostJobsOfDataset = 50;

export function jobLogQuery(id: string) {
  return question({
    queryKey: [...keys.jobs, "log", id],
    queryFn: ({ signal }) => api.call("job.get", { id }, { signal }),
  });
}

/** Puts the person's own job, as a live message has it, into the cached lists, and freshens what it may have changed. */
export function applyJobStatus(job: Job): void {
  setRunning((jobs) => {
    const others = jobs.filter((other) => other._id !== job._id);
    return isFinished(job) ? others : [...others, job];
  });
  freshenAfter(job);
}

/** The same for any listed job: another user's job is not added to one's own running ones. */
export function applyChangedJob(job: Job): void {
  setRunning((jobs) =>
    jobs.flatMap((other) => {
      if (other._id !== job._id) return [other];
      return isFinished(job) ? [] : [job];
    }),
  );
  freshenAfter(job);
}

function setRunning(change: (jobs: readonly Job[]) => Job[]): void {
  queryClient.setQueryData(runningJobsQuery.queryKey, (jobs: Job[] | undefined) => change(jobs ?? []));
}

function freshenAfter(job: Job): void {
  noteJob(job);
  void queryClient.invalidateQueries({ queryKey: keys.jobs });
  void queryClient.invalidateQueries({ queryKey: keys.places });
  if (isFinished(job)) {
    void queryClient.invalidateQueries({ queryKey: keys.datasets });
    void queryClient.invalidateQueries({ queryKey: keys.summary });
    // A training has made a model, which is a pipeline as well.
    void queryClient.invalidateQueries({ queryKey: keys.models });
  }
}
