/** The bytes in all folders of a user or a collection are summed from an index, without reading the folders. */
import type { Migration } from "./migration.ts";

export const treeSizes: Migration = {
  version: 18,
  name: "tree-sizes",
  sql: `CREATE INDEX folders_by_base ON folders (base_parent_id, base_parent_type, size);`,
};
