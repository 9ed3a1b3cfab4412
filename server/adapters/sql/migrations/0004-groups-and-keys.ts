/** Groups of users, and keys that scripts sign in with. */
import type { Migration } from "./migration.ts";

export const groupsAndKeys: Migration = {
  version: 4,
  name: "groups-and-keys",
  sql: `
    CREATE TABLE groups (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      lower_name TEXT NOT NULL,
      description TEXT NOT NULL,
      public INTEGER NOT NULL,
      add_allowed TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL
    );

    CREATE TABLE group_members (
      group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      level INTEGER NOT NULL,
      PRIMARY KEY (group_id, user_id)
    );
    CREATE INDEX group_members_by_user ON group_members (user_id, state);

    CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      hash TEXT NOT NULL UNIQUE,
      hint TEXT NOT NULL,
      name TEXT NOT NULL,
      scopes TEXT,
      token_days REAL,
      active INTEGER NOT NULL,
      created_ms BIGINT NOT NULL,
      last_use_ms BIGINT
    );
    CREATE INDEX api_keys_by_user ON api_keys (user_id, name);

    ALTER TABLE tokens ADD COLUMN api_key_id TEXT;
  `,
};
