/** Pages of tracks from many datasets in SQL. */
import { sql, type SqlBool } from "kysely";

import { runNameOf } from "../../domain/run-description.ts";
import type { ReviewPlace } from "../../domain/review.ts";
import type { ReviewRepository, ReviewWriter } from "../../ports/review.repository.ts";
import { currentRecords, recordsOf } from "./annotation-rows.ts";
import { wholePayload } from "./feature-chunks.ts";
import { chunks } from "./queries.ts";
import { isUnranked, type Ranks } from "./ranks.ts";
import { foundTracks, isImport, partsOf, wrote } from "./review-conditions.ts";
import { sortedPage } from "./review-page.ts";
import { isCurrent } from "./revision-range.ts";
import type { Db } from "./tables.ts";

/** Of each kind, in the list of those who wrote. */
const maxWriters = 100;
/** Datasets per query of all tracks: a query is not stopped, only those that follow. */
const maxDatasetsPerQuery = 20;
/** Tracks per statement: saves of their dataset wait for it. */
const maxTracksPerStatement = 1000;

export function reviewRepository(db: Db, ranks: Ranks): ReviewRepository {
  return {
    async page(query, signal) {
      const { datasetIds, sort, after, limit } = query;
      if (sort !== "dataset") return await sortedPage(db, ranks, { ...query, sort }, signal);
      const places: ReviewPlace[] = [];
      const begin = after === undefined ? 0 : datasetIds.indexOf(after.datasetId);
      const rest = { ...query, datasetIds: begin < 0 ? [] : datasetIds.slice(begin) };
      for await (const part of partsOf(rest, 1, signal)) {
        const [datasetId = ""] = part.datasetIds;
        const from = datasetId === after?.datasetId ? after.trackId : -1;
        const rows = await foundTracks({ db, ranks, place: "either" }, query, part)
          .select("id")
          .where("id", ">", from)
          .orderBy("id")
          .limit(limit - places.length)
          .execute();
        places.push(...rows.map(({ id }) => ({ rank: 0, datasetId, trackId: Number(id) })));
        if (places.length >= limit) break;
      }
      return places;
    },
    async count(filter, signal) {
      let total = 0;
      for await (const part of partsOf(filter, maxDatasetsPerQuery, signal)) {
        const { n } = await foundTracks({ db, ranks, place: "either" }, filter, part)
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow();
        total += Number(n);
      }
      return total;
    },
    async types(datasetIds, setName, signal) {
      const counts = new Map<string | null, number>();
      for (const chunk of chunks(datasetIds, maxDatasetsPerQuery)) {
        signal?.throwIfAborted();
        const rows = await currentRecords(db)
          .where("dataset_id", "in", chunk)
          .where("set_name", "=", setName)
          .where("kind", "=", "track")
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
    async findUnranked() {
      const found = await currentRecords(db)
        .select(["dataset_id as datasetId", "set_name as setName"])
        .where(isUnranked)
        .limit(1)
        .executeTakeFirst();
      return found;
    },
    async fillRanks({ datasetId, setName }) {
      const rows = await recordsOf(db, { datasetId, setName }, "track")
        .current()
        .select("id")
        .where(isUnranked)
        .limit(maxTracksPerStatement)
        .execute();
      const ids = rows.map(({ id }) => Number(id));
      if (ids.length === 0) return 0;
      await db
        .updateTable("annotations")
        .set({ confidence: ranks.confidence, size: ranks.size })
        .where("dataset_id", "=", datasetId)
        .where("set_name", "=", setName)
        .where(isCurrent)
        .where(isUnranked)
        .where(ranks.isAmong(ids))
        .execute();
      return ids.length;
    },
  };
}
