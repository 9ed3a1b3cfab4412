/** Files in the trash: a folder of their own holds those that were deleted together, and their entry counts them. */
import type { Migration } from "./migration.ts";

export const trashedFiles: Migration = {
  version: 27,
  name: "trashed files",
  sql: `
    ALTER TABLE trash ADD COLUMN files BIGINT NOT NULL DEFAULT 0;
  `,
};
