/**
 * The size of a picture, stored with its content: measured once, whichever datasets and clones show it. NULL: not
 * measured; a width of 0: not a picture, or not measurable.
 */
import type { Migration } from "./migration.ts";

export const pictureFacts: Migration = {
  version: 14,
  name: "picture-facts",
  sql: `
    ALTER TABLE blobs ADD COLUMN width INTEGER;
    ALTER TABLE blobs ADD COLUMN height INTEGER;
    ALTER TABLE blobs ADD COLUMN orientation INTEGER;
  `,
};
