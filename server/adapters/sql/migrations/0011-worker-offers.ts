/** What workers have beyond what every worker does, and what a job needs of it. */
import type { Migration } from "./migration.ts";

export const workerOffers: Migration = {
  version: 11,
  name: "worker-offers",
  sql: `
    ALTER TABLE jobs ADD COLUMN needs TEXT;
    ALTER TABLE workers ADD COLUMN offer TEXT NOT NULL DEFAULT '{"pipelines":[],"configurations":[],"has":[]}';
  `,
};
