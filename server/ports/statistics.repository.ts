/** Counts for administrators: what was created between two times, `toMs` not included. */

export type Counted = "datasets" | "jobs" | "users";

export interface CountRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StatisticsRepository {
  /** Days (UTC) since 1970 on which something was created. */
  countByDay(what: Counted, range: CountRange): Promise<{ day: number; count: number }[]>;
  /** By who created them, most first; `null`: unknown. @param limit 0 = all */
  countByUser(
    what: "datasets" | "jobs",
    range: CountRange,
    limit: number,
  ): Promise<{ userId: string | null; count: number }[]>;
  countJobs(range: CountRange): Promise<{ type: string; status: number; count: number }[]>;
}
