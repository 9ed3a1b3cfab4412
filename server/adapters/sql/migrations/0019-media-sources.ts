/** Media sources, which a site reads without storing their files: a file can refer to one, by its key there. */
import type { Migration } from "./migration.ts";

export const mediaSources: Migration = {
  version: 19,
  name: "media-sources",
  sql: `
    CREATE TABLE media_sources (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      location TEXT NOT NULL,
      created_ms BIGINT NOT NULL
    );
    ALTER TABLE files ADD COLUMN source_id TEXT REFERENCES media_sources (id);
    ALTER TABLE files ADD COLUMN source_key TEXT;
    ALTER TABLE files ADD COLUMN source_etag TEXT;
    CREATE INDEX files_by_source ON files (source_id) WHERE source_id IS NOT NULL;
  `,
};
