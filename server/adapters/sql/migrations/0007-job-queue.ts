/** Jobs that workers take: the queue of each, which worker has it and until when; and the list of workers. */
import type { Migration } from "./migration.ts";

export const jobQueue: Migration = {
  version: 7,
  name: "job-queue",
  sql: `
    ALTER TABLE jobs ADD COLUMN queue TEXT;
    ALTER TABLE jobs ADD COLUMN worker TEXT;
    ALTER TABLE jobs ADD COLUMN lease_ms BIGINT;
    ALTER TABLE jobs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX jobs_by_queue ON jobs (queue, status, created_ms);

    CREATE TABLE workers (
      name TEXT PRIMARY KEY,
      queues TEXT NOT NULL,
      until_ms BIGINT NOT NULL
    );
  `,
};
