/**
 * The facts by which a review sorts and filters tracks, extracted from their JSON by the database, so that no track is
 * transferred. Each database parses JSON in its own way. `confidence` and `size` are for tracks that do not have them in
 * columns yet.
 */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { TrackRanks } from "../../domain/track-ranks.ts";

/** The condition of an index, for current records. */
export const isUnranked = sql<SqlBool>`annotations.kind = 'track' AND annotations.confidence IS NULL`;

export interface Ranks extends Readonly<Record<keyof TrackRanks, RawBuilder<number>>> {
  /** Whether the id is one of these: any number of them. */
  isAmong(ids: readonly number[]): RawBuilder<SqlBool>;
  /** Whether the track is marked as reviewed. */
  readonly isReviewed: RawBuilder<SqlBool>;
}

const bound = (n: number): RawBuilder<number> =>
  sql<number>`coalesce(json_extract(annotations.payload, ${sql.lit(`$.features[0].bounds[${n}]`)}), 0)`;

export const ranksInSqlite: Ranks = {
  confidence: sql<number>`coalesce((SELECT max(json_extract(pair.value, '$[1]'))
    FROM json_each(annotations.payload, '$.confidencePairs') AS pair), 0)`,
  size: sql<number>`((${bound(2)} - ${bound(0)}) * (${bound(3)} - ${bound(1)}))`,
  isReviewed: sql<SqlBool>`(annotations.payload LIKE '%"reviewed":true%'
    AND json_extract(annotations.payload, '$.attributes.reviewed') = 1)`,
  isAmong: (ids) => sql<SqlBool>`annotations.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
};

/**
 * Matched as text, not as JSON: PostgreSQL refuses a track as JSON if it contains a NUL or an unpaired surrogate.
 * Quotes inside strings are escaped, so nothing there can be mistaken for these keys.
 */
const pairs = sql`substring(annotations.payload from '"confidencePairs":(\\[(?:\\["(?:[^"\\\\]|\\\\.)*",[^]]*\\],?)*\\])')`;
/** The first box of the features, not of an attribute. */
const corners = Array.from({ length: 4 }, () => "-?[0-9][0-9.eE+-]*").join(",");
const boxes = sql`substring(annotations.payload from ${sql.lit(`"features":\\[.*?"bounds":\\[(${corners})\\]`)})`;
const edge = (n: number): RawBuilder<number> => sql<number>`split_part(${boxes}, ',', ${sql.lit(n)})::float8`;

export const ranksInPostgres: Ranks = {
  confidence: sql<number>`coalesce((SELECT max(pair[1]::float8)
    FROM regexp_matches(${pairs}, '",(-?[0-9][0-9.eE+-]*)\\]', 'g') AS pair), 0)`,
  isReviewed: sql<SqlBool>`(annotations.payload LIKE '%"reviewed":true%')`,
  isAmong: (ids) => sql<SqlBool>`annotations.id = ANY (CAST(${`{${ids.join(",")}}`} AS BIGINT[]))`,
  size: sql<number>`coalesce((${edge(3)} - ${edge(1)}) * (${edge(4)} - ${edge(2)}), 0)`,
};
