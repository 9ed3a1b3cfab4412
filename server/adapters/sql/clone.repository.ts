/** Clones in SQL. */
import { mapTilesMimeType, tilesMimeType } from "../../domain/tile-files.ts";
import type { CloneRecord, CloneRepository, PinnedItem } from "../../ports/clone.repository.ts";
import { chunks } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { ClonesTable } from "./tables/tree.ts";

/** Rows of three columns that one statement inserts. */
const pinsPerInsert = 250;

export function clonesRepository(db: Db): CloneRepository {
  return {
    async insert({ datasetId, sourceId, cutMs }) {
      await db.insertInto("clones").values({ dataset_id: datasetId, source_id: sourceId, cut_ms: cutMs }).execute();
    },
    async find(datasetId) {
      const row = await db.selectFrom("clones").selectAll().where("dataset_id", "=", datasetId).executeTakeFirst();
      return row && fromRow(row);
    },
    async listFrom(sourceIds) {
      const clones = new Map<string, CloneRecord>();
      for (const chunk of chunks(sourceIds)) {
        const rows = await db
          .selectFrom("clones")
          .innerJoin("folders", "folders.id", "clones.dataset_id")
          .selectAll("clones")
          .where((eb) => eb.or([eb("clones.source_id", "in", chunk), eb("folders.foreign_media_id", "in", chunk)]))
          .execute();
        for (const row of rows) clones.set(row.dataset_id, fromRow(row));
      }
      return [...clones.values()];
    },
    async cut(datasetIds, ms) {
      let count = 0;
      for (const chunk of chunks(datasetIds)) {
        const clones = db.updateTable("clones").set({ cut_ms: ms }).where("dataset_id", "in", chunk);
        count += Number((await clones.where("cut_ms", "is", null).executeTakeFirst()).numUpdatedRows);
      }
      return count;
    },
    async removeMany(datasetIds) {
      for (const chunk of chunks(datasetIds)) {
        await db.deleteFrom("clone_media").where("dataset_id", "in", chunk).execute();
        await db.deleteFrom("clones").where("dataset_id", "in", chunk).execute();
      }
    },
    async pinFolder(datasetId, folderId) {
      await db
        .insertInto("clone_media")
        .columns(["dataset_id", "item_id", "blob_hash"])
        .expression((eb) =>
          eb
            .selectFrom("items")
            .select((row) => [
              row.val(datasetId).as("dataset_id"),
              "items.id",
              row
                .selectFrom("files")
                .select((file) => file.fn.coalesce("files.blob_hash", "files.source_etag").as("etag"))
                .whereRef("files.item_id", "=", "items.id")
                .where("files.mime_type", "not in", [tilesMimeType, mapTilesMimeType])
                .orderBy("files.id")
                .limit(1)
                .as("blob_hash"),
            ])
            .where("items.folder_id", "=", folderId),
        )
        .execute();
    },
    async insertPins(datasetId, pins) {
      for (const chunk of chunks(pins, pinsPerInsert)) {
        const rows = chunk.map(({ itemId, blobHash }) => ({
          dataset_id: datasetId,
          item_id: itemId,
          blob_hash: blobHash,
        }));
        await db.insertInto("clone_media").values(rows).execute();
      }
    },
    async listPins(datasetId, itemIds) {
      const all = db.selectFrom("clone_media").selectAll().where("dataset_id", "=", datasetId);
      const pins: PinnedItem[] = [];
      for (const query of itemIds === undefined ? [all] : parts(all, itemIds)) {
        for (const row of await query.execute()) pins.push({ itemId: row.item_id, blobHash: row.blob_hash });
      }
      return pins;
    },
  };
}

interface Narrowed<Query> {
  where(column: "item_id", operator: "in", ids: readonly string[]): Query;
}

const parts = <Query extends Narrowed<Query>>(query: Query, ids: readonly string[]): Query[] =>
  [...chunks(ids)].map((some) => query.where("item_id", "in", some));

const fromRow = (row: ClonesTable): CloneRecord => ({
  datasetId: row.dataset_id,
  sourceId: row.source_id,
  cutMs: row.cut_ms === null ? null : Number(row.cut_ms),
});
