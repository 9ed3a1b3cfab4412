/** Which current tracks a review finds, as conditions of SQL. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

import type { ReviewChange } from "../../domain/review.ts";
import { isRunName, runEndings } from "../../domain/run-description.ts";
import type { TrackRanks } from "../../domain/track-ranks.ts";
import type { ReviewFilter } from "../../ports/review.repository.ts";
import { currentRecords, maxLabelLength } from "./annotation-rows.ts";
import { chunks } from "./queries.ts";
import { isUnranked, type Ranks } from "./ranks.ts";
import { writtenIn } from "./revision-range.ts";
import type { Db } from "./tables.ts";

/** Some datasets, or one with the only tracks that are wanted. */
export interface Part {
  readonly datasetIds: readonly string[];
  readonly ids: readonly number[] | undefined;
}

/** @param size datasets of a part */
export async function* partsOf(
  { datasetIds, only }: ReviewFilter,
  size: number,
  signal?: AbortSignal,
): AsyncGenerator<Part> {
  for (const chunk of chunks(datasetIds, only === undefined ? size : 1)) {
    signal?.throwIfAborted();
    const ids = await only?.idsOf(chunk[0]!);
    if (ids?.length !== 0) yield { datasetIds: chunk, ids };
  }
}

/** Where the ranks of tracks are: stored with them, only in their payload, or either. */
export type RankPlace = "stored" | "payload" | "either";

/** @param name of a rank */
export function rankIn(place: RankPlace, ranks: Ranks, name: keyof TrackRanks): RawBuilder<number> {
  const stored = sql<number>`${sql.ref(`annotations.${name}`)}`;
  if (place === "stored") return stored;
  return place === "payload" ? ranks[name] : sql<number>`coalesce(${stored}, ${ranks[name]})`;
}

/** The conditions of the indexes for sorting, and of that for filling in. */
const isIn: Readonly<Record<RankPlace, RawBuilder<SqlBool> | undefined>> = {
  stored: sql<SqlBool>`annotations.confidence IS NOT NULL`,
  payload: isUnranked,
  either: undefined,
};

/** Tracks of a part that match the filter. */
export function foundTracks(
  { db, ranks, place }: { readonly db: Db; readonly ranks: Ranks; readonly place: RankPlace },
  { setName, types, leastConfidence, isReviewed, ...filter }: ReviewFilter,
  { datasetIds, ids }: Part,
) {
  const writes = writesOf(filter);
  const confidence = rankIn(place, ranks, "confidence");
  const condition = isIn[place];
  const labels = types.map((type) => type.slice(0, maxLabelLength).toWellFormed());
  return currentRecords(db)
    .where("dataset_id", "in", datasetIds)
    .where("set_name", "=", setName)
    .where("kind", "=", "track")
    .$if(condition !== undefined, (some) => some.where(condition!))
    .$if(labels.length > 0, (some) => some.where("label", "in", labels))
    .$if(leastConfidence !== undefined, (some) => some.where(sql<SqlBool>`${confidence} >= ${leastConfidence ?? 0}`))
    .$if(isReviewed !== undefined, (some) =>
      some.where(isReviewed === true ? ranks.isReviewed : sql<SqlBool>`(${ranks.isReviewed}) IS NOT TRUE`),
    )
    .$if(filter.revision !== undefined, (some) => some.where(sql<SqlBool>`${writtenIn} = ${filter.revision ?? 0}`))
    .$if(writes.length > 0, (some) => some.where(wasWrittenBy(writes)))
    .$if(ids !== undefined, (some) => some.where(ranks.isAmong(ids ?? [])));
}

/** Jobs save under ids of their own, and begin descriptions alike. */
const isOfJob = sql<SqlBool>`revisions.save_id LIKE 'job:%'`;
export const isImport = sql<SqlBool>`revisions.description LIKE 'Import %'`;
export const wrote: Readonly<Record<ReviewChange, RawBuilder<SqlBool>>> = {
  person: sql<SqlBool>`NOT ${isImport} AND (revisions.save_id IS NULL OR NOT ${isOfJob})`,
  pipeline: sql<SqlBool>`${isOfJob} AND NOT ${isImport}`,
  import: isImport,
};

/** Conditions on the revision that wrote the latest version of a track. */
const writesOf = ({ lastChange, author, source }: Pick<ReviewFilter, "lastChange" | "author" | "source">) => [
  ...(lastChange === undefined ? [] : [wrote[lastChange]]),
  ...(author === undefined ? [] : [sql<SqlBool>`revisions.author_id = ${author}`]),
  ...(source === undefined ? [] : [isFrom(source)]),
];

function isFrom(source: string): RawBuilder<SqlBool> {
  const isSame = sql<SqlBool>`revisions.description = ${source}`;
  if (!isRunName(source)) return isSame;
  const length = sql.lit([...source].length);
  const endings = runEndings.map(
    (ending) => sql<SqlBool>`substr(revisions.description, ${length} + 1) LIKE ${sql.lit(ending)}`,
  );
  return sql<SqlBool>`(${isSame} OR (${isOfJob} AND substr(revisions.description, 1, ${length}) = ${source}
    AND (${sql.join(endings, sql` OR `)})))`;
}

const wasWrittenBy = (writes: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM revisions
    WHERE revisions.dataset_id = annotations.dataset_id AND revisions.revision = ${writtenIn}
    AND ${sql.join(writes, sql` AND `)})`;
