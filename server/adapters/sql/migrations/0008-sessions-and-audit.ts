/** Where sessions come from and when they were last used; and the audit log: who changed what. */
import type { Migration } from "./migration.ts";

export const sessionsAndAudit: Migration = {
  version: 8,
  name: "sessions-and-audit",
  sql: `
    ALTER TABLE tokens ADD COLUMN address TEXT;
    ALTER TABLE tokens ADD COLUMN agent TEXT;
    ALTER TABLE tokens ADD COLUMN last_use_ms BIGINT;

    CREATE TABLE audit (
      id TEXT PRIMARY KEY,
      created_ms BIGINT NOT NULL,
      actor_id TEXT,
      actor_login TEXT NOT NULL,
      area TEXT NOT NULL,
      action TEXT NOT NULL,
      target_type TEXT NOT NULL,
      target_id TEXT NOT NULL,
      target_name TEXT NOT NULL,
      changes TEXT NOT NULL
    );
    CREATE INDEX audit_by_time ON audit (created_ms, id);
    CREATE INDEX audit_by_area ON audit (area, created_ms, id);
  `,
};
