/** Webhooks, and messages to send to them: a delivery is stored in the transaction of its event. */
import type { Migration } from "./migration.ts";

export const webhooks: Migration = {
  version: 26,
  name: "webhooks",
  sql: `
    CREATE TABLE webhooks (
      id TEXT PRIMARY KEY,
      folder_id TEXT,
      url TEXT NOT NULL,
      secret TEXT NOT NULL,
      events TEXT NOT NULL,
      description TEXT NOT NULL,
      active INTEGER NOT NULL,
      creator_id TEXT NOT NULL,
      creator_login TEXT NOT NULL,
      created_ms BIGINT NOT NULL
    );
    CREATE INDEX webhooks_by_folder ON webhooks (folder_id);
    CREATE TABLE webhook_deliveries (
      id TEXT PRIMARY KEY,
      webhook_id TEXT NOT NULL,
      event TEXT NOT NULL,
      content TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      due_ms BIGINT,
      tries INTEGER NOT NULL,
      answered INTEGER,
      failure TEXT,
      ended_ms BIGINT
    );
    CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (due_ms);
    CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, created_ms, id);
  `,
};
