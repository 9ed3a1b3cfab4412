/** Pages of tracks from many datasets in SQL. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

import type { ReviewChange, ReviewPlace, ReviewSort } from "../../domain/review.ts";
import { isRunName, runEndings, runNameOf } from "../../domain/run-description.ts";
import type { ReviewFilter, ReviewQuery, ReviewRepository, ReviewWriter } from "../../ports/review.repository.ts";
import { currentRecords, maxLabelLength, recordsOf } from "./annotation-rows.ts";
import { wholePayload } from "./feature-chunks.ts";
import { chunks } from "./queries.ts";
import type { Ranks } from "./ranks.ts";
import { writtenIn } from "./revision-range.ts";
import type { Db } from "./tables.ts";

/** Of each kind, in the list of those who wrote. */
const maxWriters = 100;

export function reviewRepository(db: Db, ranks: Ranks): ReviewRepository {
  const live = ({ datasetIds, ids, setName, types, leastConfidence, isReviewed, ...filter }: FilterOfPart) => {
    const writes = writesOf(filter);
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
      .$if(filter.revision !== undefined, (some) => some.where(sql<SqlBool>`${writtenIn} = ${filter.revision ?? 0}`))
      .$if(writes.length > 0, (some) => some.where(wasWrittenBy(writes)))
      .$if(ids !== undefined, (some) => some.where(ranks.isAmong(ids ?? [])));
  };
  const rankBy: Readonly<Record<ReviewSort, RawBuilder<number>>> = {
    dataset: sql<number>`0`,
    confidence: ranks.confidence,
    size: ranks.size,
    frame: sql<number>`annotations.begin_frame`,
  };

  /** The tracks of these datasets, ranked. */
  const ranked = async (query: ReviewQuery, part: Part): Promise<ReviewPlace[]> => {
    const { sort, descending, after, limit } = query;
    const rank = rankBy[sort];
    const places = await db
      .selectFrom(
        live({ ...query, ...part })
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
        const rest = { ...query, datasetIds: begin < 0 ? [] : datasetIds.slice(begin) };
        for await (const part of partsOf(rest, 1)) {
          const [datasetId = ""] = part.datasetIds;
          const from = datasetId === after?.datasetId ? after.trackId : -1;
          const rows = await live({ ...query, ...part })
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
      for await (const part of partsOf(query)) places.push(...(await ranked(query, part)));
      return places.sort((a, b) => compare(a, b, descending)).slice(0, limit);
    },
    async count(filter) {
      let total = 0;
      for await (const part of partsOf(filter)) {
        const { n } = await live({ ...filter, ...part })
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
        const rows = await live({ datasetIds: chunk, ids: undefined, setName, ...all })
          .select("label")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .groupBy("label")
          .execute();
        for (const { label, n } of rows) counts.set(label, (counts.get(label) ?? 0) + Number(n));
      }
      return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
    },
    async writers(datasetIds, setName) {
      const found = new Map<string, ReviewWriter & { latestMs: number }>();
      for (const chunk of chunks(datasetIds)) {
        const all = db.selectFrom("revisions").where("dataset_id", "in", chunk).where("set_name", "=", setName);
        const latest = sql<number>`max(created_ms)`;
        const people = await all
          .where(wrote.person)
          .select(["author_id as authorId", sql<string>`max(author_name)`.as("name"), latest.as("latestMs")])
          .groupBy("author_id")
          .execute();
        const others = await all
          .where(sql<SqlBool>`NOT (${wrote.person})`)
          .select(["description as name", sql<number>`min(CASE WHEN ${isImport} THEN 1 ELSE 0 END)`.as("isImport")])
          .select(latest.as("latestMs"))
          .groupBy("description")
          .execute();
        const writers: (ReviewWriter & { latestMs: number })[] = [
          ...people.map((person) => ({ ...person, kind: "person" as const })),
          ...others.map(({ isImport: is, name, latestMs }) =>
            Number(is) === 1
              ? { kind: "import" as const, name, latestMs }
              : { kind: "pipeline" as const, name: runNameOf(name), latestMs },
          ),
        ];
        for (const writer of writers) {
          const key = JSON.stringify([writer.authorId ?? "", writer.kind, writer.authorId ? "" : writer.name]);
          const latestMs = Math.max(Number(writer.latestMs), found.get(key)?.latestMs ?? 0);
          found.set(key, { ...writer, latestMs });
        }
      }
      const latestFirst = [...found.values()].sort((a, b) => b.latestMs - a.latestMs);
      const ofEachKind = [...Map.groupBy(latestFirst, ({ kind }) => kind).values()];
      return ofEachKind.flatMap((some) =>
        some.slice(0, maxWriters).map(({ latestMs: _latestMs, ...writer }) => writer),
      );
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

/** Some datasets, or one with the only tracks that are wanted. */
interface Part {
  readonly datasetIds: readonly string[];
  readonly ids: readonly number[] | undefined;
}
type FilterOfPart = Omit<ReviewFilter, "only"> & Part;

async function* partsOf({ datasetIds, only }: ReviewFilter, size?: number): AsyncGenerator<Part> {
  if (only === undefined) for (const chunk of chunks(datasetIds, size)) yield { datasetIds: chunk, ids: undefined };
  else {
    for (const datasetId of datasetIds) {
      const ids = await only.idsOf(datasetId);
      if (ids.length > 0) yield { datasetIds: [datasetId], ids };
    }
  }
}

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
