/** Unfinished uploads in SQL. */
import type { Selectable } from "kysely";

import type { UploadRecord } from "../../ports/records.ts";
import type { UploadRepository } from "../../ports/upload.repository.ts";
import type { Db } from "./tables.ts";
import type { UploadsTable } from "./tables/tree.ts";

export function uploadsRepository(db: Db): UploadRepository {
  return {
    async insert(upload) {
      await db
        .insertInto("uploads")
        .values({
          id: upload.id,
          user_id: upload.userId,
          parent_type: upload.parentType,
          parent_id: upload.parentId,
          name: upload.name,
          mime_type: upload.mimeType,
          size: upload.size,
          received: upload.received,
          created_ms: upload.createdMs,
          updated_ms: upload.updatedMs,
          file_id: upload.fileId,
        })
        .execute();
    },
    async advance(id, from, to, nowMs) {
      const result = await db
        .updateTable("uploads")
        .set({ received: to, updated_ms: nowMs })
        .where("id", "=", id)
        .where("received", "=", from)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async finish(id, fileId, nowMs) {
      const result = await db
        .updateTable("uploads")
        .set((eb) => ({ file_id: fileId, received: eb.ref("size"), updated_ms: nowMs }))
        .where("id", "=", id)
        .where("file_id", "is", null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
    async remove(id) {
      await db.deleteFrom("uploads").where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async listStale(beforeMs) {
      return (await db.selectFrom("uploads").selectAll().where("updated_ms", "<", beforeMs).execute()).map(fromRow);
    },
    async list() {
      return (
        await db.selectFrom("uploads").selectAll().where("file_id", "is", null).orderBy("created_ms").execute()
      ).map(fromRow);
    },
  };
}

function fromRow(row: Selectable<UploadsTable>): UploadRecord {
  return {
    id: row.id,
    userId: row.user_id,
    parentType: row.parent_type,
    parentId: row.parent_id,
    name: row.name,
    mimeType: row.mime_type,
    size: row.size,
    received: row.received,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    fileId: row.file_id,
  };
}
