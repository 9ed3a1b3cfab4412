/** An upload remembers its file for a while: a client that lost the response asks again. */
import type { Migration } from "./migration.ts";

export const finishedUploads: Migration = {
  version: 3,
  name: "finished-uploads",
  sql: "ALTER TABLE uploads ADD COLUMN file_id TEXT",
};
