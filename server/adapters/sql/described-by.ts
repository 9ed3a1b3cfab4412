/**
 * Finds text in the metadata that users wrote about a dataset: values other than ours, and those of its information,
 * each with its name. Our own names are in every dataset ("type", "fps"), so a search of the whole document would match
 * them all.
 */
import { sql, type Expression, type SqlBool } from "kysely";

import { knownMembers } from "../../domain/dataset.ts";
import { contains } from "./queries.ts";

/** Whether `folders.meta` contains the text there; each database parses JSON in its own way. */
export type DescribedBy = (text: string) => Expression<SqlBool>;

const ours = sql.join(knownMembers);

export const describedInSqlite: DescribedBy = (text) => {
  const pair = sql<string>`entry.key || ' ' || CASE entry.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE entry.value END`;
  const plain = sql<SqlBool>`entry.type NOT IN ('object', 'array', 'null')`;
  return sql<SqlBool>`(EXISTS (SELECT 1 FROM json_each(folders.meta) AS entry
      WHERE entry.key NOT IN (${ours}) AND ${plain} AND ${contains(pair, text)})
    OR EXISTS (SELECT 1 FROM json_each(folders.meta, '$.datasetInfo') AS entry
      WHERE ${plain} AND ${contains(pair, text)}))`;
};

/**
 * Texts that JSON can contain and PostgreSQL cannot (a NUL, an unpaired surrogate) cannot be searched: they count as
 * found.
 */
const isBeyondPostgres = sql<SqlBool>`folders.meta ~* '\\\\u(0000|d[89a-f])'`;

export const describedInPostgres: DescribedBy = (text) => {
  const pair = sql<string>`entry.key || ' ' || (entry.value #>> '{}')`;
  const plain = sql<SqlBool>`json_typeof(entry.value) NOT IN ('object', 'array', 'null')`;
  const information = sql`folders.meta::json -> 'datasetInfo'`;
  return sql<SqlBool>`CASE WHEN ${isBeyondPostgres} THEN TRUE ELSE
    EXISTS (SELECT 1 FROM json_each(folders.meta::json) AS entry
      WHERE entry.key NOT IN (${ours}) AND ${plain} AND ${contains(pair, text)})
    OR EXISTS (SELECT 1 FROM json_each(
        CASE json_typeof(${information}) WHEN 'object' THEN ${information} ELSE '{}'::json END) AS entry
      WHERE ${plain} AND ${contains(pair, text)}) END`;
};
