/**
 * Tasks on datasets. The request, and the history of the state, are one JSON document; lists need only the columns.
 */
import type { Migration } from "./migration.ts";

export const tasks: Migration = {
  version: 25,
  name: "tasks",
  sql: `
    CREATE TABLE tasks (
      id TEXT PRIMARY KEY,
      dataset_id TEXT NOT NULL,
      set_name TEXT NOT NULL,
      assignee_id TEXT NOT NULL,
      reviewer_id TEXT,
      state TEXT NOT NULL,
      priority TEXT NOT NULL,
      due TEXT,
      version BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      content TEXT NOT NULL
    );
    CREATE INDEX tasks_by_dataset ON tasks (dataset_id);
    CREATE INDEX tasks_by_assignee ON tasks (assignee_id, state);
    CREATE INDEX tasks_by_reviewer ON tasks (reviewer_id, state);
  `,
};
