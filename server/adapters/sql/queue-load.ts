/** How long the queues are, and which place in them a job has. */
import { sql } from "kysely";

import { claimableStatuses, outstandingStatuses } from "../../domain/job-status.ts";
import type { JobQueue } from "../../ports/job-queue.ts";
import type { Db } from "./tables.ts";

const isRunning = sql<number>`CASE WHEN worker IS NULL THEN 0 ELSE 1 END`;

export function queueLoad(db: Db): Pick<JobQueue, "waiting" | "load"> {
  const load: JobQueue["load"] = async () => {
    const rows = await db
      .selectFrom("jobs")
      .where("queue", "is not", null)
      .where("status", "in", outstandingStatuses)
      .select(["queue", isRunning.as("isRunning")])
      .select((each) => [each.fn.countAll<number>().as("count"), each.fn.min("created_ms").as("oldest")])
      .groupBy(["queue", isRunning])
      .orderBy("queue")
      .execute();
    return [...new Set(rows.map(({ queue }) => queue ?? ""))].map((queue) => {
      const waiting = rows.find((row) => row.queue === queue && Number(row.isRunning) === 0);
      const running = rows.find((row) => row.queue === queue && Number(row.isRunning) === 1);
      return {
        queue,
        waiting: Number(waiting?.count ?? 0),
        running: Number(running?.count ?? 0),
        oldestMs: waiting === undefined ? null : Number(waiting.oldest),
      };
    });
  };

  return {
    load,
    async waiting(jobIds) {
      if (jobIds.length === 0) return [];
      const place = sql<number>`row_number() OVER (PARTITION BY queue ORDER BY turn, created_ms, id) - 1`;
      const placed = db
        .selectFrom("jobs")
        .where("queue", "is not", null)
        .where("worker", "is", null)
        .where("status", "in", claimableStatuses)
        .select(["id", "queue", "needs", place.as("place")]);
      const rows = await db
        .selectFrom(placed.as("placed"))
        .selectAll()
        .where("id", "in", [...jobIds])
        .execute();
      if (rows.length === 0) return [];
      const running = new Map((await load()).map((one) => [one.queue, one.running]));
      return rows.map(({ id, queue, needs, place: before }) => ({
        jobId: id,
        queue: queue ?? "",
        needs,
        ahead: Number(before) + (running.get(queue ?? "") ?? 0),
      }));
    },
  };
}
