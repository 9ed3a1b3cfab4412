/** Reading annotations: those of a revision, and what changed between revisions. */
import { sql } from "kysely";

import type { AnnotationQuery, AnnotationRepository, AnnotationSort } from "../../ports/annotation.repository.ts";
import { currentRecords, recordsOf } from "./annotation-rows.ts";
import { wholePayload } from "./feature-chunks.ts";
import { joined, joinedPieces, type JsonColumn } from "./joined-json.ts";
import { chunks, paged } from "./queries.ts";
import { writtenIn } from "./revision-range.ts";
import type { Db } from "./tables.ts";

const sortColumns = { id: "id", begin: "begin_frame", end: "end_frame", label: "label" } as const satisfies Record<
  AnnotationSort,
  string
>;

export function annotationReads(
  db: Db,
  jsonColumn: JsonColumn,
): Pick<
  AnnotationRepository,
  | "versions"
  | "count"
  | "idsAtSteps"
  | "stream"
  | "touchedSince"
  | "touchedBy"
  | "existingAt"
  | "largestId"
  | "lastFrame"
  | "countLabels"
> {
  const visible = (query: AnnotationQuery) => recordsOf(db, query, query.kind).at(query.revision);
  return {
    async versions({ kind, id, revision, ...scope }, limit) {
      const rows = await recordsOf(db, scope, kind)
        .writtenBy(revision)
        .select([writtenIn.as("revision"), wholePayload.as("payload")])
        .where("id", "=", id)
        .orderBy(writtenIn, "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ revision: Number(row.revision), payload: String(row.payload) }));
    },
    async count(query) {
      const { n } = await visible(query)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow();
      return Number(n);
    },
    async idsAtSteps(query, step) {
      const numbered = visible(query).select(["id", sql<number>`row_number() OVER (ORDER BY id) - 1`.as("position")]);
      const rows = await db
        .selectFrom(numbered.as("numbered"))
        .select("id")
        .where(sql<boolean>`position % ${sql.lit(step)} = 0`)
        .orderBy("id")
        .execute();
      return rows.map(({ id }) => Number(id));
    },
    stream({ firstId, ...query }, { by, descending, ...page }) {
      const rows = paged(
        visible(query)
          .$if(firstId !== undefined, (some) => some.where("id", ">=", firstId ?? 0))
          .select(jsonColumn(wholePayload).as(joined))
          .orderBy(sortColumns[by], descending ? "desc" : "asc")
          .$if(by !== "id", (ordered) => ordered.orderBy("id")),
        page,
      ).stream();
      return joinedPieces(rows);
    },
    async touchedSince(scope, revision, { kind, ids }) {
      const touched = new Set<number>();
      for (const chunk of chunks(ids)) {
        const changed = recordsOf(db, scope, kind).changedAfter(revision);
        const rows = await changed.select("id").where("id", "in", chunk).execute();
        for (const { id } of rows) touched.add(Number(id));
      }
      return [...touched].sort((a, b) => a - b);
    },
    async touchedBy(scope, revisions, kind) {
      const touched = new Set<number>();
      for (const chunk of chunks(revisions)) {
        const [written, ended] = recordsOf(db, scope, kind).changedIn(chunk);
        const rows = await written.select("id").unionAll(ended.select("id")).execute();
        for (const { id } of rows) touched.add(Number(id));
      }
      return [...touched].sort((a, b) => a - b);
    },
    async existingAt(scope, revision, { kind, ids }) {
      const existing: number[] = [];
      for (const chunk of chunks(ids)) {
        const rows = await visible({ ...scope, revision, kind })
          .select("id")
          .where("id", "in", chunk)
          .execute();
        existing.push(...rows.map(({ id }) => Number(id)));
      }
      return existing.sort((a, b) => a - b);
    },
    async largestId(scope, kind) {
      const row = await recordsOf(db, scope, kind)
        .published()
        .select(({ fn }) => fn.max("id").as("largest"))
        .executeTakeFirst();
      return row?.largest == null ? -1 : Number(row.largest);
    },
    async lastFrame(datasetId) {
      const row = await currentRecords(db)
        .select(({ fn }) => fn.max("end_frame").as("last"))
        .where("dataset_id", "=", datasetId)
        .executeTakeFirst();
      return row?.last == null ? -1 : Number(row.last);
    },
    async countLabels(datasetIds) {
      const counts = [];
      for (const chunk of chunks(datasetIds)) {
        const rows = await currentRecords(db)
          .select(["label", "dataset_id"])
          .select(({ fn }) => [fn.countAll<number>().as("n"), fn.min("begin_frame").as("first")])
          .where("dataset_id", "in", chunk)
          .where("set_name", "=", "")
          .where("kind", "=", "track")
          .where("label", "is not", null)
          .groupBy(["label", "dataset_id"])
          .execute();
        counts.push(
          ...rows.map((row) => ({
            label: row.label ?? "",
            datasetId: row.dataset_id,
            count: Number(row.n),
            firstFrame: Number(row.first),
          })),
        );
      }
      return counts;
    },
  };
}
