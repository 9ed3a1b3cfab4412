/**
 * Folders inherit their access lists, so thousands have the same one. Each list is stored once, and folders refer to
 * it: a few lists instead of one per folder decide what a user may read. A list is named here by the first folder that
 * has it, later by its content.
 */
import type { Migration } from "./migration.ts";

export const folderAccess: Migration = {
  version: 12,
  name: "folder-access",
  sql: `
    CREATE TABLE folder_access (
      list_id TEXT NOT NULL,
      subject_type TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      level INTEGER NOT NULL,
      PRIMARY KEY (list_id, subject_type, subject_id)
    );
    CREATE INDEX folder_access_by_subject ON folder_access (subject_type, subject_id, list_id);
    ALTER TABLE folders ADD COLUMN access_list TEXT NOT NULL DEFAULT '';

    CREATE TEMPORARY TABLE named_lists AS
      SELECT document_id, min(document_id) OVER (PARTITION BY entries) AS list_id FROM (
        SELECT document_id,
          string_agg(subject_type || ' ' || subject_id || ' ' || level, ',' ORDER BY subject_type, subject_id) AS entries
        FROM access WHERE model = 'folder' GROUP BY document_id
      ) AS written;
    UPDATE folders SET access_list = list_id FROM named_lists WHERE document_id = folders.id;
    INSERT INTO folder_access SELECT document_id, subject_type, subject_id, level FROM access
      WHERE model = 'folder' AND document_id IN (SELECT access_list FROM folders);
    DELETE FROM access WHERE model = 'folder';
    DROP TABLE named_lists;

    DROP INDEX folders_by_name;
    DROP INDEX folders_by_creation;
    DROP INDEX folders_by_change;
    DROP INDEX folders_by_size;
    DROP INDEX folders_in_parent;
    CREATE INDEX folders_by_name ON folders (parent_id, parent_type, lower_name, id, public, access_list);
    CREATE INDEX folders_by_creation ON folders (parent_id, parent_type, created_ms, id, public, access_list);
    CREATE INDEX folders_by_change ON folders (parent_id, parent_type, updated_ms, id, public, access_list);
    CREATE INDEX folders_by_size ON folders (parent_id, parent_type, size, id, public, access_list);
    CREATE INDEX folders_in_parent ON folders (parent_id, parent_type, public, access_list, id);
    CREATE INDEX folders_by_access_list ON folders (access_list);
  `,
};
