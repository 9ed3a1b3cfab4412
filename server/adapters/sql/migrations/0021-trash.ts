/**
 * The trash. The parent of a folder in it is the trash entry, so that its name is free and nothing that walks the tree
 * finds it; everything below it refers to the entry too.
 */
import type { Migration } from "./migration.ts";

export const trash: Migration = {
  version: 21,
  name: "trash",
  sql: `
    CREATE TABLE trash (
      id TEXT PRIMARY KEY,
      folder_id TEXT NOT NULL,
      parent_type TEXT NOT NULL,
      parent_id TEXT NOT NULL,
      deleted_by TEXT,
      deleted_ms BIGINT NOT NULL
    );
    CREATE INDEX trash_by_time ON trash (deleted_ms, id);
    ALTER TABLE folders ADD COLUMN trash_id TEXT;
    CREATE INDEX folders_by_trash ON folders (trash_id) WHERE trash_id IS NOT NULL;
  `,
};
