/** Counts for administrators: the records created between two times, `toMs` exclusive. */

export type Counted = "datasets" | "jobs" | "users";

export interface CountRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface StatisticsRepository {
  /** Days (UTC, counted from 1970) on which something was created. */
  countByDay(what: Counted, range: CountRange): Promise<{ day: number; count: number }[]>;
  /** By creator, largest count first; `null`: unknown. @param limit 0 = all */
  countByUser(
    what: "datasets" | "jobs",
    range: CountRange,
    limit: number,
  ): Promise<{ userId: string | null; count: number }[]>;
  countJobs(range: CountRange): Promise<{ type: string; status: number; count: number }[]>;
}
