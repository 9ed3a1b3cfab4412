/**
 * Annotations written before they are part of a revision have a number beyond all revisions: the sweep finds those left
 * by a crash.
 */
import type { Migration } from "./migration.ts";

export const stagedAnnotations: Migration = {
  version: 17,
  name: "staged-annotations",
  sql: `CREATE INDEX annotations_staged ON annotations (rev_created) WHERE rev_created >= 4503599627370496;`,
};
