/**
 * Natural order of names in lists: numbers in names sort by their value. The column contains the result of
 * `sortNameOf`; here it is computed character by character, in SQL that both databases support.
 */
import type { Migration } from "./migration.ts";

const tables = ["folders", "items", "collections", "groups"];
const digits = Array.from("0123456789");
const hasDigit = digits.map((digit) => `lower_name LIKE '%${digit}%'`).join(" OR ");
const isDigit = `substr(rest, 1, 1) IN (${digits.map((digit) => `'${digit}'`).join(", ")})`;
const significant = "ltrim(run, '0')";
/** The sort key of a number: its length in two digits, then the number without leading zeros. */
const number = `(CASE WHEN run = '' THEN '' ELSE
        (CASE WHEN length(${significant}) < 10 THEN '0' ELSE '' END) ||
        (CASE WHEN length(${significant}) > 99 THEN 99 ELSE length(${significant}) END) || ${significant} END)`;

const sortNamesOf = (table: string): string => `
    ALTER TABLE ${table} ADD COLUMN sort_name TEXT NOT NULL DEFAULT '';
    UPDATE ${table} SET sort_name = lower_name;
    WITH RECURSIVE walked (id, rest, done, run) AS (
      SELECT id, lower_name, substr(lower_name, 1, 0), substr(lower_name, 1, 0) FROM ${table} WHERE ${hasDigit}
      UNION ALL
      SELECT id, substr(rest, 2),
        CASE WHEN ${isDigit} THEN done ELSE done || ${number} || substr(rest, 1, 1) END,
        CASE WHEN ${isDigit} THEN run || substr(rest, 1, 1) ELSE substr(rest, 1, 0) END
      FROM walked WHERE rest <> ''
    ), named AS (SELECT id, done || ${number} AS sort_name FROM walked WHERE rest = '')
    UPDATE ${table} SET sort_name = named.sort_name FROM named WHERE named.id = ${table}.id;`;

export const sortNames: Migration = {
  version: 20,
  name: "sort-names",
  sql: `${tables.map(sortNamesOf).join("")}
    DROP INDEX folders_by_name;
    CREATE INDEX folders_by_name ON folders (parent_id, parent_type, sort_name, id, public, access_list);
    DROP INDEX items_by_name;
    CREATE INDEX items_by_name ON items (folder_id, sort_name);
  `,
};
