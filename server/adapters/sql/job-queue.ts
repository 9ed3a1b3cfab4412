/**
 * The job queue over the rows of the jobs, the same on every database. If a database has its own queue, `Tickets`
 * signal that there is a job to take; the rows decide which one.
 */
import type { JobQueue } from "../../ports/job-queue.ts";
import { connectedWorkers } from "./connected-workers.ts";
import { jobClaiming } from "./job-claiming.ts";
import type { QueueDialect } from "./queue-dialect.ts";
import { queueLoad } from "./queue-load.ts";
import type { Db } from "./tables.ts";

export function jobQueueOf(db: Db, dialect: QueueDialect): JobQueue {
  return { ...jobClaiming(db, dialect), ...connectedWorkers(db, dialect), ...queueLoad(db) };
}
