/** Access lists in SQL: those of folders are in a separate table. */
import type { AccessLevel } from "../../base/access-level.ts";
import type { AccessRepository } from "../../ports/access.repository.ts";
import { folderAccess } from "./folder-access.ts";
import { insertMany } from "./many-rows.ts";
import { chunks, namesUser } from "./queries.ts";
import type { Db } from "./tables.ts";

const columns = (["model", "document_id", "subject_type", "subject_id", "level"] as const).map((name) => ({ name }));

export function accessRepository(db: Db): AccessRepository {
  const ofFolders = folderAccess(db);
  const removeDocuments: AccessRepository["removeDocuments"] = async (model, ids) => {
    if (model === "folder") return await ofFolders.removeDocuments(ids);
    for (const chunk of chunks(ids)) {
      await db.deleteFrom("access").where("model", "=", model).where("document_id", "in", chunk).execute();
    }
  };
  const replaceMany: AccessRepository["replaceMany"] = async (model, ids, entries) => {
    if (model === "folder") return await ofFolders.replaceMany(ids, entries);
    await removeDocuments(model, ids);
    const rowsOf = (id: string) =>
      entries.map(({ subjectType, subjectId, level }) => [model, id, subjectType, subjectId, level]);
    for (const chunk of chunks(ids)) await insertMany(db, "access", columns, chunk.flatMap(rowsOf));
  };
  return {
    async list(model, id) {
      if (model === "folder") return await ofFolders.list(id);
      const rows = await db
        .selectFrom("access")
        .selectAll()
        .where("model", "=", model)
        .where("document_id", "=", id)
        .orderBy("subject_id")
        .execute();
      return rows.map((row) => ({ subjectType: row.subject_type, subjectId: row.subject_id, level: row.level }));
    },
    replace: (model, id, entries) => replaceMany(model, [id], entries),
    replaceMany,
    async levelsOfUser(model, ids, userId) {
      if (model === "folder") return await ofFolders.levelsOfUser(ids, userId);
      const levels = new Map<string, AccessLevel>();
      for (const chunk of chunks(ids)) {
        const rows = await db
          .selectFrom("access")
          .select(["document_id", (eb) => eb.fn.max("level").as("level")])
          .where("model", "=", model)
          .where("document_id", "in", chunk)
          .where(namesUser("access", userId))
          .groupBy("document_id")
          .execute();
        for (const row of rows) levels.set(row.document_id, Number(row.level) as AccessLevel);
      }
      return levels;
    },
    removeDocuments,
    removeUnused: () => ofFolders.removeUnused(),
    async removeSubject(subjectType, subjectId) {
      await ofFolders.removeSubject(subjectType, subjectId);
      await db
        .deleteFrom("access")
        .where("subject_type", "=", subjectType)
        .where("subject_id", "=", subjectId)
        .execute();
    },
  };
}
