/** Users, tokens, access lists, collections, folders, items, files, contents, uploads, settings. */
import type { Migration } from "./migration.ts";

export const documents: Migration = {
  version: 1,
  name: "documents",
  sql: `
    CREATE TABLE users (
      id TEXT PRIMARY KEY,
      login TEXT NOT NULL UNIQUE,
      email TEXT NOT NULL UNIQUE,
      first_name TEXT NOT NULL,
      last_name TEXT NOT NULL,
      admin INTEGER NOT NULL,
      status TEXT NOT NULL,
      password_hash TEXT,
      email_verified INTEGER NOT NULL,
      private_queue_enabled INTEGER NOT NULL,
      created_ms BIGINT NOT NULL
    );

    CREATE TABLE tokens (
      id TEXT PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
      scopes TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      expires_ms BIGINT NOT NULL
    );
    CREATE INDEX tokens_by_user ON tokens (user_id);

    CREATE TABLE access (
      model TEXT NOT NULL,
      document_id TEXT NOT NULL,
      subject_type TEXT NOT NULL,
      subject_id TEXT NOT NULL,
      level INTEGER NOT NULL,
      PRIMARY KEY (model, document_id, subject_type, subject_id)
    );
    CREATE INDEX access_by_subject ON access (subject_type, subject_id, model);

    CREATE TABLE collections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      lower_name TEXT NOT NULL,
      description TEXT NOT NULL,
      public INTEGER NOT NULL,
      meta TEXT NOT NULL,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL
    );

    CREATE TABLE folders (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      lower_name TEXT NOT NULL,
      description TEXT NOT NULL,
      parent_type TEXT NOT NULL,
      parent_id TEXT NOT NULL,
      base_parent_type TEXT NOT NULL,
      base_parent_id TEXT NOT NULL,
      creator_id TEXT,
      public INTEGER NOT NULL,
      size BIGINT NOT NULL,
      meta TEXT NOT NULL,
      is_dataset INTEGER NOT NULL,
      is_published INTEGER NOT NULL,
      foreign_media_id TEXT,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL,
      UNIQUE (parent_id, name)
    );
    CREATE INDEX folders_by_name ON folders (parent_id, lower_name);
    CREATE INDEX folders_by_dataset ON folders (is_dataset, created_ms);

    CREATE TABLE items (
      id TEXT PRIMARY KEY,
      folder_id TEXT NOT NULL REFERENCES folders (id),
      name TEXT NOT NULL,
      lower_name TEXT NOT NULL,
      description TEXT NOT NULL,
      creator_id TEXT,
      size BIGINT NOT NULL,
      meta TEXT NOT NULL,
      copy_of_item_id TEXT,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL,
      UNIQUE (folder_id, name)
    );
    CREATE INDEX items_by_name ON items (folder_id, lower_name);

    CREATE TABLE blobs (
      hash TEXT PRIMARY KEY,
      size BIGINT NOT NULL,
      claimed_ms BIGINT NOT NULL,
      sweeping INTEGER NOT NULL
    );

    CREATE TABLE files (
      id TEXT PRIMARY KEY,
      item_id TEXT NOT NULL REFERENCES items (id),
      name TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size BIGINT NOT NULL,
      blob_hash TEXT REFERENCES blobs (hash),
      link_url TEXT,
      creator_id TEXT,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL
    );
    CREATE INDEX files_by_item ON files (item_id, name);
    CREATE INDEX files_by_blob ON files (blob_hash);

    CREATE TABLE uploads (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      parent_type TEXT NOT NULL,
      parent_id TEXT NOT NULL,
      name TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size BIGINT NOT NULL,
      received BIGINT NOT NULL,
      created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL
    );

    CREATE TABLE settings (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    );
  `,
};
