/**
 * How long a person worked on a save, as their page measured it; and indexes for what a revision changed, which pages of
 * people who save as they go ask for after each save of others.
 */
import type { Migration } from "./migration.ts";

export const workTimes: Migration = {
  version: 28,
  name: "work times",
  sql: `
    ALTER TABLE revisions ADD COLUMN active_ms BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX annotations_created ON annotations (dataset_id, set_name, kind, rev_created);
    CREATE INDEX annotations_ended ON annotations (dataset_id, set_name, kind, rev_deleted)
      WHERE rev_deleted IS NOT NULL;
  `,
};
