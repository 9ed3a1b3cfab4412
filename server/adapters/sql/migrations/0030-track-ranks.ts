/**
 * The values by which a review sorts tracks, next to them: an index finds the first tracks of a dataset without reading
 * any payload.
 * Tracks of earlier versions have none yet (NULL) and are sorted by their payload; each sweep fills in some of them. This
 * step reads the table once per index. The two indexes for sorting begin empty, the third one has every current track.
 */
import type { Migration } from "./migration.ts";

export const trackRanks: Migration = {
  version: 30,
  name: "track-ranks",
  sql: `
    ALTER TABLE annotations ADD COLUMN confidence DOUBLE PRECISION;
    ALTER TABLE annotations ADD COLUMN size DOUBLE PRECISION;
    CREATE INDEX annotations_by_confidence
      ON annotations (dataset_id, set_name, kind, confidence DESC, id, label, rev_deleted)
      WHERE rev_deleted IS NULL AND confidence IS NOT NULL;
    CREATE INDEX annotations_by_size
      ON annotations (dataset_id, set_name, kind, size DESC, id, label, confidence, rev_deleted)
      WHERE rev_deleted IS NULL AND confidence IS NOT NULL;
    CREATE INDEX annotations_unranked ON annotations (dataset_id, set_name, kind, id, confidence, rev_deleted)
      WHERE rev_deleted IS NULL AND kind = 'track' AND confidence IS NULL;
  `,
};
