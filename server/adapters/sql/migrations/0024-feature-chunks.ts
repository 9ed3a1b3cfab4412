/**
 * The features of long tracks, split into chunks with their own revision intervals. `annotations.payload` then has only
 * the first feature, and `cut_at` says after how many of its characters the others belong.
 */
import type { Migration } from "./migration.ts";

export const featureChunks: Migration = {
  version: 24,
  name: "feature-chunks",
  sql: `
    ALTER TABLE annotations ADD COLUMN cut_at BIGINT;
    CREATE TABLE feature_chunks (
      dataset_id TEXT NOT NULL,
      set_name TEXT NOT NULL,
      track_id BIGINT NOT NULL,
      first_frame BIGINT NOT NULL,
      rev_created BIGINT NOT NULL,
      rev_deleted BIGINT,
      last_frame BIGINT NOT NULL,
      feature_count BIGINT NOT NULL,
      payload TEXT NOT NULL,
      PRIMARY KEY (dataset_id, set_name, track_id, first_frame, rev_created)
    );
    CREATE INDEX feature_chunks_staged ON feature_chunks (rev_created) WHERE rev_created >= 4503599627370496;
  `,
};
