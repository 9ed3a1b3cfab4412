/**
 * The size of a picture of a media source, stored with its file: its content is not in `blobs`. NULL: not measured; a
 * width of 0: not a picture, or not measurable.
 */
import type { Migration } from "./migration.ts";

export const sizesInPlace: Migration = {
  version: 29,
  name: "sizes in place",
  sql: `
    ALTER TABLE files ADD COLUMN width INTEGER;
    ALTER TABLE files ADD COLUMN height INTEGER;
    ALTER TABLE files ADD COLUMN orientation INTEGER;
  `,
};
