/** Writing folders. */
import { mapYielding } from "../../base/turns.ts";
import type { FolderRepository } from "../../ports/folder.repository.ts";
import { type FolderRow, toChanges, toRow } from "./folder-rows.ts";
import { insertMany } from "./many-rows.ts";
import { chunks } from "./queries.ts";
import type { Db } from "./tables.ts";

export function folderWrites(
  db: Db,
): Pick<FolderRepository, "insert" | "insertMany" | "update" | "updateMany" | "removeMany" | "addSize"> {
  return {
    async insert(folder) {
      await db.insertInto("folders").values(toRow(folder)).execute();
    },
    async insertMany(folders) {
      const [first] = folders;
      if (first === undefined) return;
      const columns = Object.keys(toRow(first)).map((name) => ({ name: name as keyof FolderRow }));
      const rows = await mapYielding(folders, (folder) => {
        const row = toRow(folder);
        return columns.map(({ name }) => row[name]);
      });
      await insertMany(db, "folders", columns, rows);
    },
    async update(id, changes) {
      await db.updateTable("folders").set(toChanges(changes)).where("id", "=", id).execute();
    },
    async updateMany(ids, changes) {
      for (const chunk of chunks(ids)) {
        await db.updateTable("folders").set(toChanges(changes)).where("id", "in", chunk).execute();
      }
    },
    async removeMany(ids) {
      for (const chunk of chunks(ids)) await db.deleteFrom("folders").where("id", "in", chunk).execute();
    },
    async addSize(id, bytes) {
      await db
        .updateTable("folders")
        .set((eb) => ({ size: eb("size", "+", bytes) }))
        .where("id", "=", id)
        .execute();
    },
  };
}
