/**
 * Folders with very many datasets: a page of them, in any order, and their number come from indexes alone, for every
 * user. Only the displayed rows are read.
 */
import type { Migration } from "./migration.ts";

export const largeFolders: Migration = {
  version: 10,
  name: "large-folders",
  sql: `
    DROP INDEX folders_by_name;
    CREATE INDEX folders_by_name ON folders (parent_id, parent_type, lower_name, id, public);
    CREATE INDEX folders_by_creation ON folders (parent_id, parent_type, created_ms, id, public);
    CREATE INDEX folders_by_change ON folders (parent_id, parent_type, updated_ms, id, public);
    CREATE INDEX folders_by_size ON folders (parent_id, parent_type, size, id, public);
    CREATE INDEX folders_in_parent ON folders (parent_id, parent_type, id, public);
  `,
};
