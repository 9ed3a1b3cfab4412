/**
 * Comments on datasets. The first comment of a thread has its own id as `thread_id`; only its anchor and state count.
 */
import type { Migration } from "./migration.ts";

export const comments: Migration = {
  version: 22,
  name: "comments",
  sql: `
    CREATE TABLE comments (
      id TEXT PRIMARY KEY,
      dataset_id TEXT NOT NULL,
      thread_id TEXT NOT NULL,
      author_id TEXT NOT NULL,
      author_login TEXT NOT NULL,
      text TEXT NOT NULL,
      anchor TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      edited_ms BIGINT,
      resolved_ms BIGINT,
      resolved_by TEXT
    );
    CREATE INDEX comments_by_dataset ON comments (dataset_id, created_ms, id);
    CREATE INDEX comments_by_thread ON comments (thread_id);
  `,
};
