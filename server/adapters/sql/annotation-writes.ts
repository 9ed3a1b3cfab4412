/** Writing annotations as a revision: a row is never changed, except that it ends. */
import { sql } from "kysely";

import type { AnnotationRepository } from "../../ports/annotation.repository.ts";
import { annotationsVisibleAt, rowOf, writtenColumns } from "./annotation-rows.ts";
import { type ChunkStore, cutRows } from "./feature-chunks.ts";
import { insertMany } from "./many-rows.ts";
import { chunks } from "./queries.ts";
import type { Db } from "./tables.ts";

const copiedColumns = [
  ...(["dataset_id", "set_name", "kind", "id", "rev_created", "rev_deleted"] as const),
  ...(["label", "begin_frame", "end_frame", "payload", "cut_at"] as const),
];

export function annotationWrites(
  db: Db,
  featureChunks: ChunkStore,
): Pick<AnnotationRepository, "tombstone" | "insert" | "changeTrack" | "restore" | "copy" | "removeDatasets"> {
  return {
    async tombstone({ datasetId, setName }, revision, records) {
      const live = () =>
        db
          .updateTable("annotations")
          .set({ rev_deleted: revision })
          .where("dataset_id", "=", datasetId)
          .where("set_name", "=", setName)
          .where("rev_deleted", "is", null);
      if (records?.kind !== "group") await featureChunks.end({ datasetId, setName }, revision, records?.ids);
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
      for (const { id, chunks: cutChunks } of cut) await featureChunks.insert(scope, revision, id, cutChunks);
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
      await featureChunks.replace(scope, revision, record.id, ended, changed);
    },
    async restore({ datasetId, setName }, target, revision) {
      await featureChunks.restore({ datasetId, setName }, target, revision);
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
          annotationsVisibleAt(db, { datasetId, setName, revision: target })
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
    async copy(from, to, as = 1) {
      await featureChunks.copy(from, to, as);
      const result = await db
        .insertInto("annotations")
        .columns(copiedColumns)
        .expression(
          annotationsVisibleAt(db, from).select([
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
    async removeDatasets(datasetIds) {
      for (const some of chunks(datasetIds)) {
        await db.deleteFrom("annotations").where("dataset_id", "in", some).execute();
        await db.deleteFrom("feature_chunks").where("dataset_id", "in", some).execute();
        await db.deleteFrom("revisions").where("dataset_id", "in", some).execute();
      }
    },
  };
}
