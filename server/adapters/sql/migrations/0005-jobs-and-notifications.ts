/** Jobs with their logs, and notifications to users. */
import type { Migration } from "./migration.ts";

export const jobsAndNotifications: Migration = {
  version: 5,
  name: "jobs-and-notifications",
  sql: `
    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      type TEXT NOT NULL,
      user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
      parent_id TEXT,
      dataset_id TEXT,
      public INTEGER NOT NULL,
      status INTEGER NOT NULL,
      handler TEXT NOT NULL,
      args TEXT NOT NULL,
      kwargs TEXT NOT NULL,
      meta TEXT NOT NULL,
      params TEXT,
      progress TEXT,
      timestamps TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL,
      when_ms BIGINT NOT NULL
    );
    CREATE INDEX jobs_by_user ON jobs (user_id, created_ms);
    CREATE INDEX jobs_by_status ON jobs (status, created_ms);
    CREATE INDEX jobs_by_dataset ON jobs (dataset_id, status);
    CREATE INDEX jobs_by_creation ON jobs (created_ms);

    CREATE TABLE job_logs (
      job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
      position BIGINT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (job_id, position)
    );

    CREATE TABLE notifications (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL,
      expires_ms BIGINT NOT NULL
    );
    CREATE INDEX notifications_by_user ON notifications (user_id, updated_ms);
    CREATE INDEX notifications_by_expiry ON notifications (expires_ms);
  `,
};
