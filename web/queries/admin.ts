/** What administrators ask for: everybody's datasets, users, jobs, addons and the numbers of the site. */
import { keepPreviousData } from "@tanstack/query-core";
import type { ParametersOf } from "#schemas";
import { JobStatus } from "#schemas/job-status";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** Rows on a page of an administrator's list. */
export const adminPageSize = 50;

/** The newest datasets of everybody. One more than a page is asked for: a further entry means a further page. */
export function recentDatasetsQuery(page: number) {
  return question({
    queryKey: [...keys.admin, "recents", page],
    queryFn: ({ signal }) =>
      api.call(
        "dataset.list",
        { limit: adminPageSize + 1, offset: page * adminPageSize, sort: "created", sortdir: -1 },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** @param text part of the login or the name; empty: everybody */
export function usersQuery(page: number, text: string) {
  return question({
    queryKey: [...keys.admin, "users", page, text],
    queryFn: ({ signal }) =>
      api.call(
        "user.list",
        { ...(text !== "" && { text }), limit: adminPageSize + 1, offset: page * adminPageSize, sort: "login" },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Statuses that the list of jobs is filtered by, each with the numbers that it stands for. */
export const jobStatusFilters = {
  canceled: [JobStatus.canceled],
  error: [JobStatus.error],
  inactive: [JobStatus.inactive, JobStatus.queued],
  running: [
    JobStatus.running,
    JobStatus.fetchingInput,
    JobStatus.convertingInput,
    JobStatus.convertingOutput,
    JobStatus.pushingOutput,
  ],
  canceling: [JobStatus.canceling],
  success: [JobStatus.success],
} as const;

export type JobStatusFilter = keyof typeof jobStatusFilters;

export interface AdminJobFilter {
  readonly statuses: readonly JobStatusFilter[];
  /** Undefined: of every type. */
  readonly types: readonly string[] | undefined;
  readonly page: number;
}

export function adminJobsQuery({ statuses, types, page }: AdminJobFilter) {
  return question({
    queryKey: [...keys.jobs, "all", statuses, types, page],
    queryFn: ({ signal }) => {
      // An empty list would mean every status to the server.
      if (statuses.length === 0 || types?.length === 0) return Promise.resolve([]);
      return api.call(
        "job.all",
        {
          statuses: statuses.flatMap((name) => [...jobStatusFilters[name]]),
          ...(types !== undefined && { types: [...types] }),
          limit: adminPageSize + 1,
          offset: page * adminPageSize,
          sort: "created",
          sortdir: -1,
        },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });
}

export const jobTypesQuery = question({
  queryKey: [...keys.jobs, "types"],
  queryFn: async ({ signal }) => (await api.call("job.typesAndStatusesAll", {}, { signal })).types,
});

export interface Addon {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  readonly isInstalled: boolean;
}

export const addonsQuery = question({
  queryKey: [...keys.admin, "addons"],
  queryFn: async ({ signal }): Promise<Addon[]> =>
    (await api.call("configuration.addons", {}, { signal })).map((row) => ({
      name: String(row[0]),
      url: String(row[1]),
      description: typeof row[2] === "string" ? row[2] : "",
      isInstalled: row.at(-1) === true,
    })),
});

type StatisticsParameters = ParametersOf<"configuration.statistics">;
export type DateRange = NonNullable<StatisticsParameters["dateRange"]>;

export interface StatisticsChoice {
  readonly dateRange: DateRange;
  readonly groupBy: "user" | "month" | undefined;
  readonly userLimit: number;
}

export function statisticsQuery({ dateRange, groupBy, userLimit }: StatisticsChoice) {
  return question({
    queryKey: [...keys.admin, "statistics", dateRange, groupBy, userLimit],
    queryFn: ({ signal }) =>
      api.call(
        "configuration.statistics",
        { dateRange, limit: userLimit, ...(groupBy !== undefined && { groupBy }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
