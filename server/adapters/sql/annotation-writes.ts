/** Writing annotations as a revision: a row is never changed, except that it ends. */
import { sql } from "kysely";

import type { AnnotationRepository, AnnotationScope } from "../../ports/annotation.repository.ts";
import { recordsOf, rowOf, writtenColumns } from "./annotation-rows.ts";
import { type ChunkStore, cutRows } from "./feature-chunks.ts";
import { insertMany } from "./many-rows.ts";
import { chunks } from "./queries.ts";
import { copiedInto, endedIn, isCurrent, isEnded, isWrittenAfter, revisionColumns } from "./revision-range.ts";
import type { Db } from "./tables.ts";

const contentColumns = [
  ...(["label", "begin_frame", "end_frame", "payload", "cut_at"] as const),
  ...(["confidence", "size"] as const),
] as const;
const copiedColumns = [...(["dataset_id", "set_name", "kind", "id", ...revisionColumns] as const), ...contentColumns];

export function annotationWrites(
  db: Db,
  featureChunks: ChunkStore,
): Pick<AnnotationRepository, "tombstone" | "insert" | "changeTrack" | "restore" | "copy" | "removeDatasets"> {
  const ending = ({ datasetId, setName }: AnnotationScope, revision: number) =>
    db
      .updateTable("annotations")
      .set(endedIn(revision))
      .where("dataset_id", "=", datasetId)
      .where("set_name", "=", setName)
      .where(isCurrent);

  return {
    async tombstone(scope, revision, records) {
      if (records === undefined) {
        await featureChunks.end(scope, revision);
        return Number((await ending(scope, revision).executeTakeFirst()).numUpdatedRows);
      }
      let total = 0;
      for (const chunk of chunks(records.ids)) {
        const query = ending(scope, revision).where("kind", "=", records.kind).where("id", "in", chunk);
        const ended = await query.returning(["id", "cut_at"]).execute();
        total += ended.length;
        const long = ended.filter((row) => row.cut_at !== null).map(({ id }) => Number(id));
        if (long.length > 0) await featureChunks.end(scope, revision, long);
      }
      return total;
    },
    async insert(scope, revision, records) {
      const { rows, cut } = await cutRows(records, (record, cutAt) => rowOf(scope, revision, record, cutAt));
      await insertMany(db, "annotations", writtenColumns, rows);
      for (const { id, chunks: cutChunks } of cut) await featureChunks.insert(scope, revision, id, cutChunks);
    },
    async changeTrack(scope, revision, record, { cutAt, ended, chunks: changed }) {
      await ending(scope, revision).where("kind", "=", "track").where("id", "=", record.id).execute();
      await insertMany(db, "annotations", writtenColumns, [rowOf(scope, revision, record, cutAt)]);
      await featureChunks.replace(scope, revision, record.id, ended, changed);
    },
    async restore(scope, target, revision) {
      await featureChunks.restore(scope, target, revision);
      const ended = await ending(scope, revision).where(isWrittenAfter(target)).executeTakeFirst();
      // Records that existed at the target and do not any longer; those ended just now are newer.
      const revived = await db
        .insertInto("annotations")
        .columns(copiedColumns)
        .expression(
          recordsOf(db, scope)
            .at(target)
            .where(isEnded)
            .select([
              ...(["dataset_id", "set_name", "kind", "id"] as const),
              ...copiedInto(revision),
              ...contentColumns,
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
          recordsOf(db, from)
            .at(from.revision)
            .select([
              sql.val(to.datasetId).as("dataset_id"),
              sql.val(to.setName).as("set_name"),
              ...(["kind", "id"] as const),
              ...copiedInto(as),
              ...contentColumns,
            ]),
        )
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0);
    },
    async removeDatasets(datasetIds) {
      for (const chunk of chunks(datasetIds)) {
        await db.deleteFrom("annotations").where("dataset_id", "in", chunk).execute();
        await db.deleteFrom("feature_chunks").where("dataset_id", "in", chunk).execute();
        await db.deleteFrom("revisions").where("dataset_id", "in", chunk).execute();
      }
    },
  };
}
