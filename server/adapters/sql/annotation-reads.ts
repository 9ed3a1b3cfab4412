/** Reading annotations: those of a revision, and what changed between revisions. */
import { sql } from "kysely";

import {
  type AnnotationQuery,
  type AnnotationRepository,
  type AnnotationSort,
  firstStage,
} from "../../ports/annotation.repository.ts";
import { annotationsVisibleAt } from "./annotation-rows.ts";
import { wholePayload } from "./feature-chunks.ts";
import { joined, joinedPieces, type JsonColumn } from "./joined-json.ts";
import { chunks, paged } from "./queries.ts";
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
  const visible = (query: AnnotationQuery) => annotationsVisibleAt(db, query).where("kind", "=", query.kind);
  return {
    async versions({ datasetId, setName, kind, id, revision }, limit) {
      const rows = await db
        .selectFrom("annotations")
        .select(["rev_created", wholePayload.as("payload")])
        .where("dataset_id", "=", datasetId)
        .where("set_name", "=", setName)
        .where("kind", "=", kind)
        .where("id", "=", id)
        .where("rev_created", "<=", Math.min(revision, firstStage - 1))
        .orderBy("rev_created", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ revision: Number(row.rev_created), payload: String(row.payload) }));
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
    async touchedSince({ datasetId, setName }, revision, { kind, ids }) {
      const touched = new Set<number>();
      for (const some of chunks(ids)) {
        const rows = await db
          .selectFrom("annotations")
          .select("id")
          .where("dataset_id", "=", datasetId)
          .where("set_name", "=", setName)
          .where("kind", "=", kind)
          .where("id", "in", some)
          .where((eb) => eb.or([eb("rev_created", ">", revision), eb("rev_deleted", ">", revision)]))
          .where("rev_created", "<", firstStage)
          .execute();
        for (const { id } of rows) touched.add(Number(id));
      }
      return [...touched].sort((a, b) => a - b);
    },
    async touchedBy({ datasetId, setName }, revisions, kind) {
      const touched = new Set<number>();
      for (const some of chunks(revisions)) {
        const of = () =>
          db
            .selectFrom("annotations")
            .select("id")
            .where("dataset_id", "=", datasetId)
            .where("set_name", "=", setName)
            .where("kind", "=", kind);
        // One index for each half.
        const rows = await of()
          .where("rev_created", "in", some)
          .unionAll(of().where("rev_deleted", "in", some))
          .execute();
        for (const { id } of rows) touched.add(Number(id));
      }
      return [...touched].sort((a, b) => a - b);
    },
    async existingAt(scope, revision, { kind, ids }) {
      const existing: number[] = [];
      for (const some of chunks(ids)) {
        const rows = await visible({ ...scope, revision, kind })
          .select("id")
          .where("id", "in", some)
          .execute();
        existing.push(...rows.map(({ id }) => Number(id)));
      }
      return existing.sort((a, b) => a - b);
    },
    async largestId({ datasetId, setName }, kind) {
      const row = await db
        .selectFrom("annotations")
        .select(({ fn }) => fn.max("id").as("largest"))
        .where("dataset_id", "=", datasetId)
        .where("set_name", "=", setName)
        .where("kind", "=", kind)
        .where("rev_created", "<", firstStage)
        .executeTakeFirst();
      return row?.largest == null ? -1 : Number(row.largest);
    },
    async lastFrame(datasetId) {
      const row = await db
        .selectFrom("annotations")
        .select(({ fn }) => fn.max("end_frame").as("last"))
        .where("dataset_id", "=", datasetId)
        .where("rev_deleted", "is", null)
        .executeTakeFirst();
      return row?.last == null ? -1 : Number(row.last);
    },
    async countLabels(datasetIds) {
      const counts = [];
      for (const some of chunks(datasetIds)) {
        const rows = await db
          .selectFrom("annotations")
          .select(["label", "dataset_id"])
          .select(({ fn }) => [fn.countAll<number>().as("n"), fn.min("begin_frame").as("first")])
          .where("dataset_id", "in", some)
          .where("set_name", "=", "")
          .where("kind", "=", "track")
          .where("rev_deleted", "is", null)
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
