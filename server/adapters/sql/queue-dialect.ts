/** The differences between the queues of two databases: the clock, and a queue that the database has itself. */
import type { RawBuilder } from "kysely";

import type { Db } from "./tables.ts";

/** A ticket represents a job that can be taken. There may be more tickets than jobs, but never fewer for long. */
export interface Tickets {
  /** Idempotent per job. */
  send(db: Db, queue: string, jobId: string): Promise<void>;
  /** @returns whether there was a ticket of the queue; it is used up */
  take(db: Db, queue: string): Promise<boolean>;
}

export interface QueueDialect {
  /** Milliseconds since 1970 by the database's clock. */
  readonly nowMs: RawBuilder<number>;
  /** Absent: the rows alone are enough. */
  readonly tickets?: Tickets;
}
