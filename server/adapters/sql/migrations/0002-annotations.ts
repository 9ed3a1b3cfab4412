/** Tracks and groups by revision, and the revision log. */
import type { Migration } from "./migration.ts";

export const annotations: Migration = {
  version: 2,
  name: "annotations",
  sql: `
    CREATE TABLE annotations (
      dataset_id TEXT NOT NULL,
      set_name TEXT NOT NULL,
      kind TEXT NOT NULL,
      id BIGINT NOT NULL,
      rev_created BIGINT NOT NULL,
      rev_deleted BIGINT,
      label TEXT,
      begin_frame BIGINT NOT NULL,
      end_frame BIGINT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (dataset_id, set_name, kind, id, rev_created)
    );
    CREATE INDEX annotations_live ON annotations (dataset_id, set_name, kind, label) WHERE rev_deleted IS NULL;

    CREATE TABLE revisions (
      dataset_id TEXT NOT NULL,
      revision BIGINT NOT NULL,
      set_name TEXT NOT NULL,
      author_id TEXT NOT NULL,
      author_name TEXT NOT NULL,
      description TEXT NOT NULL,
      additions BIGINT NOT NULL,
      deletions BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      save_id TEXT,
      PRIMARY KEY (dataset_id, revision)
    );
    CREATE UNIQUE INDEX revisions_by_save ON revisions (dataset_id, save_id) WHERE save_id IS NOT NULL;
  `,
};
