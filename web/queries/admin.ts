/** Queries for administrators: all users' datasets and jobs, users, add-ons and site statistics. */
import { keepPreviousData } from "@tanstack/query-core";
import type { ParametersOf } from "#schemas";
import { JobStatus } from "#schemas/job-status";
import type { Folder, Job } from "#schemas/wire";
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** Rows on a page of an administrator's list. */
export const adminPageSize = 50;

export interface AdminPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/** A list without a total is queried for one row more than a page: an extra row means that there is another page. */
export const pageAndOneMore = (page: number) => ({ limit: adminPageSize + 1, offset: page * adminPageSize });

export function adminPage<Row>(found: readonly Row[]): AdminPage<Row> {
  return { rows: found.slice(0, adminPageSize), hasMore: found.length > adminPageSize };
}

/** The newest datasets of all users; this list has a total. */
export function recentDatasetsQuery(page: number) {
  return question({
    queryKey: [...keys.admin, "recents", page],
    async queryFn({ signal }): Promise<AdminPage<Folder>> {
      const offset = page * adminPageSize;
      const { reply, total } = await api.callPaged(
        "dataset.list",
        { limit: adminPageSize, sort: "created", sortdir: -1, offset, published: false, shared: false },
        { signal },
      );
      return { rows: reply, hasMore: (total ?? 0) > offset + reply.length };
    },
    placeholderData: keepPreviousData,
  });
}

/** @param text part of the login or name; empty: all users */
export function usersQuery(page: number, text: string) {
  return question({
    queryKey: [...keys.admin, "users", page, text],
    queryFn: async ({ signal }) =>
      adminPage(
        await api.call(
          "user.list",
          { ...(text !== "" && { text }), ...pageAndOneMore(page), sort: "login", sortdir: 1 },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Statuses by which the job list can be filtered, with the numbers they stand for. */
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
  /** Undefined: all types. */
  readonly types: readonly string[] | undefined;
  readonly page: number;
}

export function adminJobsQuery({ statuses, types, page }: AdminJobFilter) {
  return question({
    queryKey: [...keys.jobs, "all", statuses, types, page],
    async queryFn({ signal }): Promise<AdminPage<Job>> {
      // For the server, an empty list would mean every status.
      if (statuses.length === 0 || types?.length === 0) return adminPage([]);
      const jobs = await api.call(
        "job.all",
        {
          statuses: statuses.flatMap((name) => [...jobStatusFilters[name]]),
          ...(types !== undefined && { types: [...types] }),
          ...pageAndOneMore(page),
          sort: "created",
          sortdir: -1,
        },
        { signal },
      );
      return adminPage(jobs);
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

/** All of them. */
export const addonsQuery = question({
  queryKey: [...keys.admin, "addons"],
  async queryFn({ signal }): Promise<AdminPage<Addon>> {
    const addons = await api.call("configuration.addons", {}, { signal });
    const rows = addons.map((row) => ({
      name: String(row[0]),
      url: String(row[1]),
      description: typeof row[2] === "string" ? row[2] : "",
      isInstalled: row.at(-1) === true,
    }));
    return { rows, hasMore: false };
  },
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
