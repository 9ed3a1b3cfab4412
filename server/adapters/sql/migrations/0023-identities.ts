/** Accounts of users who sign in with an identity provider. */
import type { Migration } from "./migration.ts";

export const identities: Migration = {
  version: 23,
  name: "identities",
  sql: `
    CREATE TABLE identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      user_id TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      PRIMARY KEY (issuer, subject)
    );
    CREATE INDEX identities_by_user ON identities (user_id);
  `,
};
