/** The content of a database before and after it is migrated. */
import { expect } from "vitest";

export type Rows = readonly Readonly<Record<string, unknown>>[];
/** Every row of every table, as texts: numbers of SQLite and PostgreSQL look the same. */
export type Content = Readonly<Record<string, Rows>>;

export async function contentOf(
  tables: readonly string[],
  query: (sql: string) => Promise<Rows> | Rows,
): Promise<Content> {
  const content: Record<string, Rows> = {};
  for (const table of tables) content[table] = await query(`SELECT * FROM ${table}`);
  return content;
}

/**
 * Rows may have gained columns but lost nothing. Rights of folders are compared as rights, because they have moved.
 */
export function requireStillStored(before: Content, after: Content): void {
  expect(folderRights(after)).toEqual(folderRights(before));
  for (const [table, rows] of Object.entries(withoutFolderRights(before))) {
    const found = withoutFolderRights(after)[table];
    expect(found, table).toHaveLength(rows.length);
    for (const row of rows) expect(found, table).toContainEqual(expect.objectContaining(row));
  }
}

/**
 * Who has which level on which folder, in both forms: one row each, or a list that folders refer to (from schema 12
 * on).
 */
function folderRights({ access = [], folders = [], folder_access: lists = [] }: Content): string[] {
  const own = access.filter((row) => row["model"] === "folder").map((row) => ({ ...row, folder: row["document_id"] }));
  const named = folders.flatMap(({ id, access_list: list }) =>
    lists.filter((row) => row["list_id"] === list).map((row) => ({ ...row, folder: id })),
  );
  const rights: Rows = [...own, ...named];
  return rights.map((row) => ["folder", "subject_type", "subject_id", "level"].map((key) => row[key]).join(" ")).sort();
}

function withoutFolderRights(content: Content): Content {
  const { folder_access: _, access = [], ...others } = content;
  return { ...others, access: access.filter((row) => row["model"] !== "folder") };
}

export const sqliteTables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'schema_migrations'";
export const postgresTables =
  "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'schema_migrations'";

/** As `postgres/migrate.ts` creates the tables. */
export const forPostgres = (fixture: string): string => fixture.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"');

const sqliteSchema =
  "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'schema_migrations' ORDER BY type, name";

/** Tables and indexes in a normalized form. */
export function schemaOf(query: (sql: string) => Rows): unknown {
  return query(sqliteSchema).map((row) => ({ ...row, sql: String(row["sql"]).replaceAll(/\s+/g, " ") }));
}
