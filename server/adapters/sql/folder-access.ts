/**
 * Access lists of folders. A list is stored once, under a hash of its content, and every folder with this list refers
 * to it. A list that no folder uses any longer is removed by the sweep only: another folder may be about to use it.
 */
import { createHash } from "node:crypto";

import type { AccessLevel } from "../../base/access-level.ts";
import type { AccessEntry } from "../../ports/records.ts";
import { chunks, namesUser } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { FolderAccessTable } from "./tables/accounts.ts";

/** The name of the empty list, which has no rows. */
const noOne = "";

/** 128 bits: collisions are practically impossible. */
function nameOf(entries: readonly AccessEntry[]): string {
  if (entries.length === 0) return noOne;
  const lines = entries.map(({ subjectType, subjectId, level }) => JSON.stringify([subjectType, subjectId, level]));
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 32);
}

export function folderAccess(db: Db) {
  /** @returns the name of the list */
  const write = async (entries: readonly AccessEntry[]): Promise<string> => {
    const listId = nameOf(entries);
    // Sorted: two transactions that write the same list wait for each other without a deadlock.
    const rows = entries
      .map(({ subjectType, subjectId, level }) => ({
        list_id: listId,
        subject_type: subjectType,
        subject_id: subjectId,
        level,
      }))
      .toSorted((a, b) => (a.subject_type + a.subject_id < b.subject_type + b.subject_id ? -1 : 1));
    for (const chunk of chunks(rows)) {
      await db
        .insertInto("folder_access")
        .values(chunk)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return listId;
  };
  const giveList = async (folderIds: readonly string[], listId: string): Promise<void> => {
    for (const chunk of chunks(folderIds)) {
      await db
        .updateTable("folders")
        .set({ access_list: listId })
        .where("id", "in", chunk)
        .where("access_list", "<>", listId)
        .execute();
    }
  };
  const entriesOf = (folderIds: readonly string[]) =>
    db
      .selectFrom("folders")
      .innerJoin("folder_access", "folder_access.list_id", "folders.access_list")
      .where("folders.id", "in", folderIds);

  return {
    async list(folderId: string): Promise<AccessEntry[]> {
      const rows = await entriesOf([folderId]).selectAll("folder_access").orderBy("subject_id").execute();
      return rows.map(fromRow);
    },
    async replaceMany(folderIds: readonly string[], entries: readonly AccessEntry[]): Promise<void> {
      if (folderIds.length === 0) return;
      await giveList(folderIds, await write(entries));
    },
    async levelsOfUser(folderIds: readonly string[], userId: string): Promise<Map<string, AccessLevel>> {
      const levels = new Map<string, AccessLevel>();
      for (const chunk of chunks(folderIds)) {
        const rows = await entriesOf(chunk)
          .select(["folders.id", (eb) => eb.fn.max("folder_access.level").as("level")])
          .where(namesUser("folder_access", userId))
          .groupBy("folders.id")
          .execute();
        for (const row of rows) levels.set(row.id, Number(row.level) as AccessLevel);
      }
      return levels;
    },
    /** Removes lists that no folder uses. */
    async removeUnused(): Promise<void> {
      await db
        .deleteFrom("folder_access")
        .where("list_id", "not in", db.selectFrom("folders").select("access_list"))
        .execute();
    },
    removeDocuments: (folderIds: readonly string[]): Promise<void> => giveList(folderIds, noOne),
    /** Folders get another list without the subject, so a later list with that subject does not affect them. */
    async removeSubject(type: AccessEntry["subjectType"], id: string): Promise<void> {
      const lists = await db
        .selectFrom("folder_access")
        .where("subject_type", "=", type)
        .where("subject_id", "=", id)
        .select("list_id")
        .execute();
      for (const { list_id: listId } of lists) {
        const rows = await db.selectFrom("folder_access").where("list_id", "=", listId).selectAll().execute();
        const left = rows.filter((row) => row.subject_type !== type || row.subject_id !== id);
        const name = await write(left.map(fromRow));
        await db.updateTable("folders").set({ access_list: name }).where("access_list", "=", listId).execute();
        await db.deleteFrom("folder_access").where("list_id", "=", listId).execute();
      }
    },
  };
}

const fromRow = (row: FolderAccessTable): AccessEntry => ({
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  level: row.level,
});
