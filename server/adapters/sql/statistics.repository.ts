/** Counts for administrators in SQL. */
import { sql } from "kysely";

import type { Counted, CountRange, StatisticsRepository } from "../../ports/statistics.repository.ts";
import { rawRows } from "./raw-rows.ts";
import type { Db } from "./tables.ts";

const dayMs = sql.raw("86400000");

/** The FROM and WHERE of each counted thing. */
const sources = {
  datasets: sql`folders WHERE is_dataset = 1 AND`,
  jobs: sql`jobs WHERE`,
  users: sql`users WHERE`,
} as const satisfies Record<Counted, unknown>;

const owners = { datasets: sql.ref("creator_id"), jobs: sql.ref("user_id") } as const;

const within = ({ fromMs, toMs }: CountRange) => sql`created_ms >= ${fromMs} AND created_ms < ${toMs}`;

export function statisticsRepository(db: Db): StatisticsRepository {
  return {
    async countByDay(what, range) {
      const days = sql<{ day: number; count: number }>`(
        SELECT created_ms / ${dayMs} AS day, count(*) AS count FROM ${sources[what]} ${within(range)}
        GROUP BY 1)`;
      return (await rawRows(db, days, ["day"])).map(({ day, count }) => ({ day: Number(day), count: Number(count) }));
    },
    async countByUser(what, range, limit) {
      const cut = limit > 0 ? sql`LIMIT ${limit}` : sql``;
      const users = sql<{ owner: string | null; count: number }>`(
        SELECT ${owners[what]} AS owner, count(*) AS count FROM ${sources[what]} ${within(range)}
        GROUP BY 1 ORDER BY 2 DESC, 1 ${cut})`;
      const rows = await rawRows(db, users);
      return rows.map(({ owner, count }) => ({ userId: owner, count: Number(count) }));
    },
    async countJobs(range) {
      const jobs = sql<{ type: string; status: number; count: number }>`(
        SELECT type, status, count(*) AS count FROM jobs WHERE ${within(range)} GROUP BY 1, 2)`;
      return (await rawRows(db, jobs, ["type", "status"])).map(({ type, status, count }) => ({
        type,
        status: Number(status),
        count: Number(count),
      }));
    },
  };
}
