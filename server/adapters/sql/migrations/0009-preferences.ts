/** Language and colors of an account, in every browser. */
import type { Migration } from "./migration.ts";

export const preferences: Migration = {
  version: 9,
  name: "preferences",
  sql: `
    ALTER TABLE users ADD COLUMN language TEXT;
    ALTER TABLE users ADD COLUMN theme TEXT;
  `,
};
