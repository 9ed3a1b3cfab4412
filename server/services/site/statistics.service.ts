/** Usage of a site, for its administrators (api-v1 17.3). */
import { JobStatus } from "#schemas";

import { ValidationError } from "../../base/errors.ts";
import type { Ports } from "../../ports/index.ts";
import type { Counted, CountRange } from "../../ports/statistics.repository.ts";
import { requireSiteAdmin, type Actor } from "../access/actor.ts";

/** Ranges that end now, in months; the shortest one in days. */
const dateRanges = ["60 days", "3 months", "6 months", "1 year", "3 years", "5 years"] as const;
export type DateRange = (typeof dateRanges)[number];
const monthsOf: Readonly<Record<Exclude<DateRange, "60 days">, number>> = {
  "3 months": 3,
  "6 months": 6,
  "1 year": 12,
  "3 years": 36,
  "5 years": 60,
};

type Counts = Record<string, number>;

export interface Statistics {
  table_stats: { datasets: number; jobs: Counts; jobStatuses: Counts; newUsers: number };
  groupByUser?: { datasets: Counts; jobs: Counts };
  groupByMonth?: { datasets: Counts; jobs: Counts; newUsers: Counts };
}

export interface StatisticsQuery {
  dateRange: DateRange;
  /** Two ISO dates separated by a comma, instead of `dateRange`. */
  override: string | undefined;
  groupBy: "user" | "month" | undefined;
  /** Number of most active users; 0 = all. */
  userLimit: number;
}

const dayMs = 24 * 60 * 60 * 1000;
/** A longer range is a mistake. */
const maxMonths = 1200;

export class StatisticsService {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  async read(actor: Actor, { dateRange, override, groupBy, userLimit }: StatisticsQuery): Promise<Statistics> {
    requireSiteAdmin(actor);
    const range = override === undefined ? this.#rangeOf(dateRange) : parseOverride(override);
    const { statistics } = this.#ports.database;
    const jobs = await statistics.countJobs(range);
    const result: Statistics = {
      table_stats: {
        datasets: await this.#total("datasets", range),
        jobs: sumsBy(jobs, ({ type }) => type),
        jobStatuses: sumsBy(jobs, ({ status }) => statusNames.get(status) ?? `${status}`),
        newUsers: await this.#total("users", range),
      },
    };
    if (groupBy === "user") {
      result.groupByUser = {
        datasets: await this.#byUser("datasets", range, userLimit),
        jobs: await this.#byUser("jobs", range, userLimit),
      };
    } else if (groupBy === "month") {
      result.groupByMonth = {
        datasets: await this.#byMonth("datasets", range),
        jobs: await this.#byMonth("jobs", range),
        newUsers: await this.#byMonth("users", range),
      };
    }
    return result;
  }

  #rangeOf(name: DateRange): CountRange {
    const now = new Date(this.#ports.clock.nowMs());
    // Includes records created in this very millisecond.
    const toMs = now.getTime() + 1;
    if (name === "60 days") return { fromMs: now.getTime() - 60 * dayMs, toMs };
    const from = new Date(now);
    from.setUTCMonth(from.getUTCMonth() - monthsOf[name]);
    return { fromMs: from.getTime(), toMs };
  }

  async #total(what: Counted, range: CountRange): Promise<number> {
    const days = await this.#ports.database.statistics.countByDay(what, range);
    return days.reduce((sum, { count }) => sum + count, 0);
  }

  async #byMonth(what: Counted, range: CountRange): Promise<Counts> {
    const counts = new Map(monthsWithin(range).map((month) => [month, 0]));
    for (const { day, count } of await this.#ports.database.statistics.countByDay(what, range)) {
      const month = monthOf(day * dayMs);
      counts.set(month, (counts.get(month) ?? 0) + count);
    }
    return Object.fromEntries(counts);
  }

  async #byUser(what: "datasets" | "jobs", range: CountRange, limit: number): Promise<Counts> {
    const { statistics, users } = this.#ports.database;
    const ranked = await statistics.countByUser(what, range, limit);
    const known = await users.findMany(ranked.map(({ userId }) => userId).filter((id) => id !== null));
    const logins = new Map(known.map(({ id, login }) => [id, login]));
    const counts = new Map<string, number>();
    for (const { userId, count } of ranked) {
      const login = logins.get(userId ?? "") ?? "Unknown";
      counts.set(login, (counts.get(login) ?? 0) + count);
    }
    return Object.fromEntries(counts);
  }
}

const statusNames = new Map<number, string>(Object.entries(JobStatus).map(([name, status]) => [status, name]));

function sumsBy<Row extends { readonly count: number }>(rows: readonly Row[], keyOf: (row: Row) => string): Counts {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.count);
  return Object.fromEntries(sums);
}

const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

function monthsWithin({ fromMs, toMs }: CountRange): string[] {
  const months: string[] = [];
  const at = new Date(fromMs);
  at.setUTCDate(1);
  at.setUTCHours(0, 0, 0, 0);
  for (; at.getTime() < toMs && months.length < maxMonths; at.setUTCMonth(at.getUTCMonth() + 1)) {
    months.push(monthOf(at.getTime()));
  }
  return months;
}

function parseOverride(text: string): CountRange {
  const [fromMs = Number.NaN, toMs = Number.NaN, ...more] = text.split(",").map((part) => Date.parse(part.trim()));
  if (Number.isNaN(fromMs) || Number.isNaN(toMs) || more.length > 0 || fromMs > toMs) {
    throw new ValidationError(
      "Invalid overrideDateTime format. Give two ISO dates with a comma between them, the earlier one first.",
      "overrideDateTime",
    );
  }
  return { fromMs, toMs: toMs + 1 };
}
