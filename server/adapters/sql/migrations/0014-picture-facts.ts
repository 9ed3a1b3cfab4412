/**
 * How large a picture is, kept with its content: measured once, whichever datasets and clones show it. NULL: not measured;
 * a width of 0: no picture that can be measured.
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
