/** Pages of tracks from many datasets in SQL. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

import type { ReviewChange, ReviewPlace, ReviewSort } from "../../domain/review.ts";
import type { ReviewFilter, ReviewQuery, ReviewRepository } from "../../ports/review.repository.ts";
import { currentRecords, maxLabelLength, recordsOf } from "./annotation-rows.ts";
import { wholePayload } from "./feature-chunks.ts";
import { chunks } from "./queries.ts";
import type { Ranks } from "./ranks.ts";
import { writtenIn } from "./revision-range.ts";
import type { Db } from "./tables.ts";

export function reviewRepository(db: Db, ranks: Ranks): ReviewRepository {
  const live = ({ datasetIds, setName, types, leastConfidence, isReviewed, lastChange }: ReviewFilter) => {
    const labels = types.map((type) => type.slice(0, maxLabelLength).toWellFormed());
    return currentRecords(db)
      .where("dataset_id", "in", datasetIds)
      .where("set_name", "=", setName)
      .where("kind", "=", "track")
      .$if(labels.length > 0, (some) => some.where("label", "in", labels))
      .$if(leastConfidence !== undefined, (some) =>
        some.where(sql<SqlBool>`${ranks.confidence} >= ${leastConfidence ?? 0}`),
      )
      .$if(isReviewed !== undefined, (some) =>
        some.where(isReviewed === true ? ranks.isReviewed : sql<SqlBool>`(${ranks.isReviewed}) IS NOT TRUE`),
      )
      .$if(lastChange !== undefined, (some) => some.where(wasWrittenBy(lastChange ?? "person")));
  };
  const rankBy: Readonly<Record<ReviewSort, RawBuilder<number>>> = {
    dataset: sql<number>`0`,
    confidence: ranks.confidence,
    size: ranks.size,
    frame: sql<number>`annotations.begin_frame`,
  };

  /** The tracks of these datasets, ranked. */
  const ranked = async (query: ReviewQuery, datasetIds: readonly string[]): Promise<ReviewPlace[]> => {
    const { sort, descending, after, limit } = query;
    const rank = rankBy[sort];
    const places = await db
      .selectFrom(
        live({ ...query, datasetIds })
          .select(["dataset_id", "id", rank.as("rank")])
          .as("ranked"),
      )
      .select(["dataset_id", "id", "rank"])
      .$if(after !== undefined, (rest) => rest.where(comesAfter(descending, after ?? start)))
      .orderBy("rank", descending ? "desc" : "asc")
      .orderBy("dataset_id")
      .orderBy("id")
      .limit(limit)
      .execute();
    return places.map((row) => ({ rank: Number(row.rank), datasetId: row.dataset_id, trackId: Number(row.id) }));
  };

  return {
    async page(query) {
      const { datasetIds, descending, sort, after, limit } = query;
      const places: ReviewPlace[] = [];
      if (sort === "dataset") {
        const begin = after === undefined ? 0 : datasetIds.indexOf(after.datasetId);
        for (const datasetId of begin < 0 ? [] : datasetIds.slice(begin)) {
          const from = datasetId === after?.datasetId ? after.trackId : -1;
          const rows = await live({ ...query, datasetIds: [datasetId] })
            .select("id")
            .where("id", ">", from)
            .orderBy("id")
            .limit(limit - places.length)
            .execute();
          places.push(...rows.map(({ id }) => ({ rank: 0, datasetId, trackId: Number(id) })));
          if (places.length >= limit) break;
        }
        return places;
      }
      for (const chunk of chunks(datasetIds)) places.push(...(await ranked(query, chunk)));
      return places.sort((a, b) => compare(a, b, descending)).slice(0, limit);
    },
    async count(filter) {
      let total = 0;
      for (const datasetIds of chunks(filter.datasetIds)) {
        const { n } = await live({ ...filter, datasetIds })
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        total += Number(n);
      }
      return total;
    },
    async types(datasetIds, setName) {
      const counts = new Map<string | null, number>();
      for (const chunk of chunks(datasetIds)) {
        const all = { types: [], leastConfidence: undefined, isReviewed: undefined, lastChange: undefined };
        const rows = await live({ datasetIds: chunk, setName, ...all })
          .select("label")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .groupBy("label")
          .execute();
        for (const { label, n } of rows) counts.set(label, (counts.get(label) ?? 0) + Number(n));
      }
      return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
    },
    async tracks({ revision, ...scope }, ids) {
      const payloads = new Map<number, string>();
      for (const chunk of chunks(ids)) {
        const rows = await recordsOf(db, scope, "track")
          .at(revision)
          .select(["id", wholePayload.as("payload")])
          .where("id", "in", chunk)
          .execute();
        for (const { id, payload } of rows) payloads.set(Number(id), String(payload));
      }
      return payloads;
    },
  };
}

/** Jobs save under ids of their own, and begin descriptions alike. */
const isOfJob = sql<SqlBool>`revisions.save_id LIKE 'job:%'`;
const isImport = sql<SqlBool>`revisions.description LIKE 'Import %'`;
const wrote: Readonly<Record<ReviewChange, RawBuilder<SqlBool>>> = {
  person: sql<SqlBool>`NOT ${isImport} AND (revisions.save_id IS NULL OR NOT ${isOfJob})`,
  pipeline: sql<SqlBool>`${isOfJob} AND NOT ${isImport}`,
  import: isImport,
};

const wasWrittenBy = (change: ReviewChange): RawBuilder<SqlBool> => sql<SqlBool>`EXISTS (SELECT 1 FROM revisions
  WHERE revisions.dataset_id = annotations.dataset_id AND revisions.revision = ${writtenIn}
  AND ${wrote[change]})`;

const start: ReviewPlace = { rank: 0, datasetId: "", trackId: -1 };

function comesAfter(descending: boolean, { rank, datasetId, trackId }: ReviewPlace): RawBuilder<SqlBool> {
  const further = descending ? sql`<` : sql`>`;
  return sql<SqlBool>`(rank ${further} ${rank} OR (rank = ${rank}
    AND (dataset_id > ${datasetId} OR (dataset_id = ${datasetId} AND id > ${trackId}))))`;
}

function compare(a: ReviewPlace, b: ReviewPlace, descending: boolean): number {
  if (a.rank !== b.rank) return descending ? b.rank - a.rank : a.rank - b.rank;
  if (a.datasetId !== b.datasetId) return a.datasetId < b.datasetId ? -1 : 1;
  return a.trackId - b.trackId;
}
