/** Annotations in SQL: payloads are opaque texts here; what queries need is in separate columns. */
import { type RawBuilder, sql, type SqlBool } from "kysely";

import type { AnnotationRecord } from "../../domain/annotation-save.ts";

import type {
  AnnotationQuery,
  AnnotationRepository,
  AnnotationScope,
  AnnotationSort,
  StagedRecords,
} from "../../ports/annotation.repository.ts";
import { firstStage, stageFrom } from "../../ports/annotation.repository.ts";
import { chunkStore, cutRows, wholePayload } from "./feature-chunks.ts";
import { joined, joinedPieces, type JsonColumn } from "./joined-json.ts";
import { insertMany } from "./many-rows.ts";
import type { Db } from "./tables.ts";
import { revisionLogOf } from "./revision-log.ts";
import { chunks, paged } from "./queries.ts";

/**
 * Characters of a type that are significant when types are counted and sorted: PostgreSQL's index takes no rows above
 * 2704 bytes.
 */
export const maxLabelLength = 500;

const sortColumns = { id: "id", begin: "begin_frame", end: "end_frame", label: "label" } as const satisfies Record<
  AnnotationSort,
  string
>;

const copiedColumns = [
  ...(["dataset_id", "set_name", "kind", "id", "rev_created", "rev_deleted"] as const),
  ...(["label", "begin_frame", "end_frame", "payload", "cut_at"] as const),
];

const writtenColumns = [
  ...(["dataset_id", "set_name", "kind", "id", "rev_created"] as const).map((name) => ({ name })),
  ...(["label", "begin_frame", "end_frame"] as const).map((name) => ({ name })),
  { name: "payload", isTextOfBytes: true },
  { name: "cut_at" },
] as const;

/**
 * Staged records are marked as deleted when they were written, so that queries for current records do not find them.
 */
const stagedColumns = [...writtenColumns, { name: "rev_deleted" }] as const;

/** Staged records removed per call. */
const stagedAtOnce = 1000;

export function annotationsRepository(db: Db, jsonColumn: JsonColumn): AnnotationRepository {
  const visibleOfAnyKind = ({ datasetId, setName, revision }: AnnotationScope & { revision: number }) =>
    db
      .selectFrom("annotations")
      .where("dataset_id", "=", datasetId)
      .where("set_name", "=", setName)
      .where("rev_created", "<=", Math.min(revision, firstStage - 1))
      .where((eb) => eb.or([eb("rev_deleted", "is", null), eb("rev_deleted", ">", revision)]));
  const chunkRows = chunkStore(db);
  const visible = (query: AnnotationQuery) => visibleOfAnyKind(query).where("kind", "=", query.kind);

  return {
    ...revisionLogOf(db),
    ...chunkRows.repository,
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
    async tombstone({ datasetId, setName }, revision, records) {
      const live = () =>
        db
          .updateTable("annotations")
          .set({ rev_deleted: revision })
          .where("dataset_id", "=", datasetId)
          .where("set_name", "=", setName)
          .where("rev_deleted", "is", null);
      if (records?.kind !== "group") await chunkRows.end({ datasetId, setName }, revision, records?.ids);
      if (records === undefined) return Number((await live().executeTakeFirst()).numUpdatedRows);
      let total = 0;
      for (const some of chunks(records.ids)) {
        const query = live().where("kind", "=", records.kind).where("id", "in", some);
        total += Number((await query.executeTakeFirst()).numUpdatedRows);
      }
      return total;
    },
    async insert(scope, revision, records) {
      const { rows, cut } = await cutRows(records, (record, cutAt) => rowOf(scope, revision, record, cutAt));
      await insertMany(db, "annotations", writtenColumns, rows);
      for (const { id, chunks: cutChunks } of cut) await chunkRows.insert(scope, revision, id, cutChunks);
    },
    async stage({ scope, stage }, records) {
      const row = (record: AnnotationRecord, cutAt: number | null) => [...rowOf(scope, stage, record, cutAt), stage];
      const { rows, cut } = await cutRows(records, row);
      await insertMany(db, "annotations", stagedColumns, rows);
      // Chunks last: the sweep finds leftovers of a crash by their records.
      for (const { id, chunks: cutChunks } of cut) await chunkRows.stage(scope, stage, id, cutChunks);
    },
    async publish(staged, revision) {
      await chunkRows.publish(staged, revision);
      const { numUpdatedRows } = await db
        .updateTable("annotations")
        .set({ rev_created: revision, rev_deleted: null })
        .where(isStaged(staged))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async unstage(staged) {
      const some = await db
        .selectFrom("annotations")
        .select(["kind", "id"])
        .where(isStaged(staged))
        .limit(stagedAtOnce)
        .execute();
      for (const kind of new Set(some.map((row) => row.kind))) {
        for (const ids of chunks(some.filter((row) => row.kind === kind).map(({ id }) => id))) {
          if (kind === "track") await chunkRows.unstage(staged, ids);
          await db
            .deleteFrom("annotations")
            .where(isStaged(staged))
            .where("kind", "=", kind)
            .where("id", "in", ids)
            .execute();
        }
      }
      return some.length === stagedAtOnce;
    },
    async listStaged(beforeMs) {
      const rows = await db
        .selectFrom("annotations")
        .select(["dataset_id", "set_name", "rev_created"])
        .distinct()
        .where("rev_created", ">=", sql.lit(firstStage))
        .where("rev_created", "<", stageFrom(beforeMs))
        .execute();
      return rows.map((row) => ({
        scope: { datasetId: row.dataset_id, setName: row.set_name },
        stage: Number(row.rev_created),
      }));
    },
    async restore({ datasetId, setName }, target, revision) {
      await chunkRows.restore({ datasetId, setName }, target, revision);
      const ended = await db
        .updateTable("annotations")
        .set({ rev_deleted: revision })
        .where("dataset_id", "=", datasetId)
        .where("set_name", "=", setName)
        .where("rev_created", ">", target)
        .where("rev_deleted", "is", null)
        .executeTakeFirst();
      // Records that existed at the target and do not any longer; those ended just now are newer.
      const revived = await db
        .insertInto("annotations")
        .columns(copiedColumns)
        .expression(
          visibleOfAnyKind({ datasetId, setName, revision: target })
            .where("rev_deleted", "is not", null)
            .select([
              ...(["dataset_id", "set_name", "kind", "id"] as const),
              sql<number>`CAST(${revision} AS BIGINT)`.as("rev_created"),
              sql.lit(null).as("rev_deleted"),
              ...(["label", "begin_frame", "end_frame", "payload", "cut_at"] as const),
            ]),
        )
        .executeTakeFirst();
      return {
        additions: Number(revived.numInsertedOrUpdatedRows ?? 0),
        deletions: Number(ended.numUpdatedRows),
      };
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
    async copy(from, to, as = 1) {
      await chunkRows.copy(from, to, as);
      const result = await db
        .insertInto("annotations")
        .columns(copiedColumns)
        .expression(
          visibleOfAnyKind(from).select([
            sql.val(to.datasetId).as("dataset_id"),
            sql.val(to.setName).as("set_name"),
            "kind",
            "id",
            sql.lit(as).as("rev_created"),
            sql.lit(null).as("rev_deleted"),
            ...(["label", "begin_frame", "end_frame", "payload", "cut_at"] as const),
          ]),
        )
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0);
    },
    async changeTrack(scope, revision, record, { cutAt, ended, chunks: changed }) {
      await db
        .updateTable("annotations")
        .set({ rev_deleted: revision })
        .where("dataset_id", "=", scope.datasetId)
        .where("set_name", "=", scope.setName)
        .where("kind", "=", "track")
        .where("id", "=", record.id)
        .where("rev_deleted", "is", null)
        .execute();
      await insertMany(db, "annotations", writtenColumns, [rowOf(scope, revision, record, cutAt)]);
      await chunkRows.replace(scope, revision, record.id, ended, changed);
    },
    async removeDatasets(datasetIds) {
      for (const some of chunks(datasetIds)) {
        await db.deleteFrom("annotations").where("dataset_id", "in", some).execute();
        await db.deleteFrom("feature_chunks").where("dataset_id", "in", some).execute();
        await db.deleteFrom("revisions").where("dataset_id", "in", some).execute();
      }
    },
  };
}

function rowOf(
  { datasetId, setName }: AnnotationScope,
  revision: number,
  { kind, id, label, begin, end, payload }: AnnotationRecord,
  cutAt: number | null,
): unknown[] {
  const shortLabel = label?.slice(0, maxLabelLength).toWellFormed() ?? null;
  return [datasetId, setName, kind, id, revision, shortLabel, begin, end, payload, cutAt];
}

/** The first condition matches the index of staged records. */
const isStaged = ({ scope, stage }: StagedRecords): RawBuilder<SqlBool> =>
  sql<SqlBool>`rev_created >= ${sql.lit(firstStage)} AND rev_created = ${stage}
    AND dataset_id = ${scope.datasetId} AND set_name = ${scope.setName}`;
