/** What workers can do beyond what every worker can, and what a job needs of them. */
import type { Migration } from "./migration.ts";

export const workerOffers: Migration = {
  version: 11,
  name: "worker-offers",
  sql: `
    ALTER TABLE jobs ADD COLUMN needs TEXT;
    ALTER TABLE workers ADD COLUMN offer TEXT NOT NULL DEFAULT '{"pipelines":[],"configurations":[],"has":[]}';
  `,
};
