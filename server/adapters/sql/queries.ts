/** Building blocks of queries, shared by several repositories. */
import { sql, type Expression, type SelectQueryBuilder, type SqlBool } from "kysely";

import type { AccessModel, Page, Viewer } from "../../ports/records.ts";

/** Most databases limit the number of parameters of a query; long lists of ids are split into parts of this size. */
const idsPerQuery = 500;

export function* chunks<T>(values: readonly T[], size = idsPerQuery): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size);
}

/** Most databases also limit the parameters of a statement: this suits rows of up to 20 columns. */
export const rowsPerInsert = 50;

/** Whether the row comes before another one in a list sorted by a column, and by id among equals. */
export function precedes(
  [column, idColumn]: readonly [string, string],
  descending: boolean,
  other: { value: string | number; id: string },
): Expression<SqlBool> {
  const isBefore = descending ? sql`>` : sql`<`;
  return sql<SqlBool>`(${sql.ref(column)} ${isBefore} ${other.value}
    OR (${sql.ref(column)} = ${other.value} AND ${sql.ref(idColumn)} < ${other.id}))`;
}

/** Limits a query to one page; limit 0 means everything. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  page: Page,
): SelectQueryBuilder<DB, TB, O> {
  let cut = query;
  if (page.limit > 0) cut = cut.limit(page.limit);
  // SQLite accepts OFFSET only after LIMIT.
  else if (page.offset > 0) cut = cut.limit(sql<number>`9223372036854775807`);
  return page.offset > 0 ? cut.offset(page.offset) : cut;
}

/** Escapes text for a LIKE pattern with `\` as its escape character. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** `column` begins with `text`: pass both in lower case, because LIKE treats case differently in each database. */
export function beginsWith(column: string | Expression<string>, text: string): Expression<SqlBool> {
  const left = typeof column === "string" ? sql.ref(column) : column;
  return sql<SqlBool>`${left} LIKE ${`${escapeLike(text)}%`} ESCAPE '\\'`;
}

/** `column` contains `text`, ignoring case; for letters other than ASCII only if the column is in lower case. */
export function contains(column: string | Expression<string>, text: string): Expression<SqlBool> {
  const left = typeof column === "string" ? sql.ref(column) : column;
  return sql<SqlBool>`lower(${left}) LIKE ${`%${escapeLike(text.toLowerCase())}%`} ESCAPE '\\'`;
}

/** The words of a search text, lower case. */
export function words(text: string): string[] {
  const all = text.toLowerCase().split(/\s+/);
  return [...new Set(all)].filter((word) => word !== "");
}

/**
 * Rows that match a search text: those with any of its words. Words in double quotes are one phrase, which is required;
 * words and phrases after a minus must not occur.
 * @param has whether one of the row's columns contains this lower-case text
 */
export function matches(text: string, has: (part: string) => Expression<SqlBool>): Expression<SqlBool> {
  const [any, required, refused] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [, minus, phrase, word] of text.toLowerCase().matchAll(/(?<![^\s"])(-?)(?:"([^"]*)"|([^\s"]+))/g)) {
    const part = (phrase ?? word ?? "").trim().replaceAll(/\s+/g, " ");
    if (part !== "") (minus === "-" ? refused : phrase === undefined ? any : required).add(part);
  }
  const or = (parts: Set<string>): Expression<SqlBool>[] =>
    parts.size === 0 ? [] : [sql<SqlBool>`(${sql.join([...parts].map(has), sql` OR `)})`];
  const wanted = required.size > 0 ? [...required].map(has) : or(any);
  if (wanted.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`(${sql.join([...wanted, ...or(refused).map((some) => sql`NOT ${some}`)], sql` AND `)})`;
}

/** One of these columns contains the text, ignoring case. */
export const inColumns =
  (...columns: readonly string[]) =>
  (part: string): Expression<SqlBool> =>
    sql<SqlBool>`(${sql.join(
      columns.map((column) => contains(column, part)),
      sql` OR `,
    )})`;

/**
 * The viewer may read the document of this row: it is public, or its access list includes the viewer.
 * @param table a table with the columns `id` and `public`
 */
export function readable(
  table: "folders" | "collections" | "jobs",
  model: AccessModel,
  viewer: Viewer,
): Expression<SqlBool> {
  if (viewer.seesAll) return sql<SqlBool>`1 = 1`;
  const isPublic = sql<SqlBool>`${sql.ref(`${table}.public`)} = 1`;
  if (viewer.userId === null) return isPublic;
  return sql<SqlBool>`(${isPublic} OR ${hasEntry(table, model, viewer.userId)})`;
}

/** An entry of an access list refers to the user, or to a group the user is a member of. */
export function namesUser(table: "access" | "folder_access", userId: string): Expression<SqlBool> {
  const [type, id] = [sql.ref(`${table}.subject_type`), sql.ref(`${table}.subject_id`)];
  return sql<SqlBool>`((${type} = 'user' AND ${id} = ${userId})
    OR (${type} = 'group' AND ${id} IN (SELECT group_members.group_id FROM group_members
      WHERE group_members.user_id = ${userId} AND group_members.state = 'member')))`;
}

/** The access list of this row's document includes the user, or a group of the user. */
export function hasEntry(table: string, model: AccessModel, userId: string): Expression<SqlBool> {
  if (model === "folder") {
    // Evaluated once per query, not per row: there are few lists.
    return sql<SqlBool>`${sql.ref(`${table}.access_list`)} IN (SELECT folder_access.list_id FROM folder_access
      WHERE folder_access.level >= 0 AND ${namesUser("folder_access", userId)})`;
  }
  return sql<SqlBool>`EXISTS (SELECT 1 FROM access WHERE access.model = ${model}
    AND access.document_id = ${sql.ref(`${table}.id`)} AND access.level >= 0 AND ${namesUser("access", userId)})`;
}
