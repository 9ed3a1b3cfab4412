/**
 * Equal jobs have the same key, so that finding one reads one row; and each has a turn in its queue, in which owners
 * alternate. Jobs that wait already come first, in the order in which they were requested.
 */
import type { Migration } from "./migration.ts";

export const jobTurns: Migration = {
  version: 16,
  name: "job-turns",
  sql: `
    ALTER TABLE jobs ADD COLUMN dedupe_key TEXT;
    ALTER TABLE jobs ADD COLUMN turn BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX jobs_by_key ON jobs (dedupe_key, status) WHERE dedupe_key IS NOT NULL;
    DROP INDEX jobs_by_queue;
    CREATE INDEX jobs_by_turn ON jobs (queue, turn, created_ms) WHERE queue IS NOT NULL;
  `,
};
