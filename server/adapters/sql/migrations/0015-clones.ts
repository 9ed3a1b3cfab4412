/**
 * The content of a clone: the dataset it was made from, and its pictures as they were at that moment. Existing clones
 * show what their media source contains now.
 */
import type { Migration } from "./migration.ts";

export const clones: Migration = {
  version: 15,
  name: "clones",
  sql: `
    CREATE TABLE clones (
      dataset_id TEXT NOT NULL PRIMARY KEY,
      source_id TEXT NOT NULL,
      cut_ms BIGINT
    );
    CREATE INDEX clones_by_source ON clones (source_id);
    CREATE TABLE clone_media (
      dataset_id TEXT NOT NULL,
      item_id TEXT NOT NULL,
      blob_hash TEXT,
      PRIMARY KEY (dataset_id, item_id)
    );
    CREATE INDEX folders_by_media_source ON folders (foreign_media_id) WHERE foreign_media_id IS NOT NULL;
    INSERT INTO clones (dataset_id, source_id) SELECT id, foreign_media_id FROM folders WHERE foreign_media_id IS NOT NULL;
    INSERT INTO clone_media (dataset_id, item_id, blob_hash)
      SELECT folders.id, items.id, (
        SELECT files.blob_hash FROM files WHERE files.item_id = items.id
          AND files.mime_type NOT IN ('application/x-wakeline-tiles', 'application/x-wakeline-map-tiles')
          ORDER BY files.id LIMIT 1
      )
      FROM folders JOIN items ON items.folder_id = folders.foreign_media_id;
  `,
};
