/**
 * Where a label comes first is returned together with how often it occurs, from the same index: no track is read for
 * it. SQLite reads the row for every requested column, including the one in the index's own condition.
 */
import type { Migration } from "./migration.ts";

export const firstFrames: Migration = {
  version: 13,
  name: "first-frames",
  sql: `
    DROP INDEX annotations_live;
    CREATE INDEX annotations_live ON annotations (dataset_id, set_name, kind, label, begin_frame, rev_deleted)
      WHERE rev_deleted IS NULL;
  `,
};
