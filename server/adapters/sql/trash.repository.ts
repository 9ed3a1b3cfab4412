/** The trash in SQL. */
import type { TrashRecord, TrashRepository } from "../../ports/trash.repository.ts";
import { chunks, paged } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { TrashTable } from "./tables/tree.ts";

export function trashRepository(db: Db): TrashRepository {
  const entries = () => db.selectFrom("trash").innerJoin("folders", "folders.id", "trash.folder_id");
  return {
    async insert({ id, folderId, parentType, parentId, deletedBy, deletedMs, files }) {
      await db
        .insertInto("trash")
        .values({
          id,
          folder_id: folderId,
          parent_type: parentType,
          parent_id: parentId,
          deleted_by: deletedBy,
          deleted_ms: deletedMs,
          files,
        })
        .execute();
    },
    async find(id) {
      const row = await db.selectFrom("trash").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async list({ userId, ...page }) {
      const all = entries().$if(userId !== undefined, (some) =>
        some.where((eb) =>
          eb.or([
            eb("trash.deleted_by", "=", userId ?? ""),
            eb.and([eb("folders.base_parent_type", "=", "user"), eb("folders.base_parent_id", "=", userId ?? "")]),
          ]),
        ),
      );
      const { n } = await all.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      const newest = all.selectAll("trash").orderBy("trash.deleted_ms", "desc").orderBy("trash.id", "desc");
      return { rows: (await paged(newest, page).execute()).map(fromRow), total: Number(n) };
    },
    async sizesOf(ids) {
      const sizes = new Map<string, number>();
      for (const chunk of chunks(ids)) {
        const rows = await db
          .selectFrom("folders")
          .select((eb) => ["trash_id", eb.fn.sum<number>("size").as("bytes")])
          .where("trash_id", "in", chunk)
          .groupBy("trash_id")
          .execute();
        for (const { trash_id: id, bytes } of rows) sizes.set(id ?? "", Number(bytes));
      }
      return sizes;
    },
    async listDeletedBefore(ms, limit) {
      const rows = await db
        .selectFrom("trash")
        .selectAll()
        .where("deleted_ms", "<", ms)
        .orderBy("deleted_ms")
        .orderBy("id")
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },
    async listOfBase(type, id) {
      const rows = await entries()
        .selectAll("trash")
        .where("folders.base_parent_type", "=", type)
        .where("folders.base_parent_id", "=", id)
        .execute();
      return rows.map(fromRow);
    },
    async listFilesOf(folderIds) {
      const records: TrashRecord[] = [];
      for (const chunk of chunks(folderIds)) {
        const rows = await db
          .selectFrom("trash")
          .selectAll()
          .where("files", ">", 0)
          .where("parent_id", "in", chunk)
          .execute();
        records.push(...rows.map(fromRow));
      }
      return records;
    },
    async remove(id) {
      await db.deleteFrom("trash").where("id", "=", id).execute();
    },
  };
}

const fromRow = (row: TrashTable): TrashRecord => ({
  id: row.id,
  folderId: row.folder_id,
  parentType: row.parent_type,
  parentId: row.parent_id,
  deletedBy: row.deleted_by,
  deletedMs: Number(row.deleted_ms),
  files: Number(row.files),
});
