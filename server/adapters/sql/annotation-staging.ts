/** Staging annotations: written in pieces that no query sees, and published as a revision at once. */
import type { AnnotationRecord } from "../../domain/annotation-save.ts";
import type { AnnotationRepository } from "../../ports/annotation.repository.ts";
import { rowOf, writtenColumns } from "./annotation-rows.ts";
import { type ChunkStore, cutRows } from "./feature-chunks.ts";
import { insertMany } from "./many-rows.ts";
import { chunks } from "./queries.ts";
import { isStaged, isStagedBefore, publishedIn, revisionColumns, writtenIn } from "./revision-range.ts";
import type { Db } from "./tables.ts";

/**
 * Staged records are marked as deleted when they were written, so that queries for current records do not find them.
 */
const stagedColumns = [...writtenColumns, { name: revisionColumns[1] }] as const;

/** Staged records removed per call. */
const maxRemovedStages = 1000;

export function annotationStaging(
  db: Db,
  featureChunks: ChunkStore,
): Pick<AnnotationRepository, "stage" | "publish" | "unstage" | "listStaged"> {
  return {
    async stage({ scope, stage }, records) {
      const row = (record: AnnotationRecord, cutAt: number | null) => [...rowOf(scope, stage, record, cutAt), stage];
      const { rows, cut } = await cutRows(records, row);
      await insertMany(db, "annotations", stagedColumns, rows);
      // Chunks last: the sweep finds leftovers of a crash by their records.
      for (const { id, chunks: cutChunks } of cut) await featureChunks.stage(scope, stage, id, cutChunks);
    },
    async publish(staged, revision) {
      await featureChunks.publish(staged, revision);
      const { numUpdatedRows } = await db
        .updateTable("annotations")
        .set(publishedIn(revision))
        .where(isStaged(staged))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async unstage(staged) {
      const rows = await db
        .selectFrom("annotations")
        .select(["kind", "id"])
        .where(isStaged(staged))
        .limit(maxRemovedStages)
        .execute();
      for (const kind of new Set(rows.map((row) => row.kind))) {
        for (const ids of chunks(rows.filter((row) => row.kind === kind).map(({ id }) => id))) {
          if (kind === "track") await featureChunks.unstage(staged, ids);
          await db
            .deleteFrom("annotations")
            .where(isStaged(staged))
            .where("kind", "=", kind)
            .where("id", "in", ids)
            .execute();
        }
      }
      return rows.length === maxRemovedStages;
    },
    async listStaged(beforeMs) {
      const rows = await db
        .selectFrom("annotations")
        .select(["dataset_id", "set_name", writtenIn.as("stage")])
        .distinct()
        .where(isStagedBefore(beforeMs))
        .execute();
      return rows.map((row) => ({
        scope: { datasetId: row.dataset_id, setName: row.set_name },
        stage: Number(row.stage),
      }));
    },
  };
}
