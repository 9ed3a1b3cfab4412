/** Additional abilities of workers, and the abilities that a job needs. */
import type { Migration } from "./migration.ts";

export const workerOffers: Migration = {
  version: 11,
  name: "worker-offers",
  sql: `
    ALTER TABLE jobs ADD COLUMN needs TEXT;
    ALTER TABLE workers ADD COLUMN offer TEXT NOT NULL DEFAULT '{"pipelines":[],"configurations":[],"has":[]}';
  `,
};
