/** Access lists in SQL. */
import type { AccessLevel } from "../../base/access-level.ts";
import type { AccessRepository } from "../../ports/access.repository.ts";
import type { Db } from "./repositories.ts";
import { chunks, namesUser } from "./queries.ts";

export function accessRepository(db: Db): AccessRepository {
  return {
    async list(model, id) {
      const rows = await db
        .selectFrom("access")
        .selectAll()
        .where("model", "=", model)
        .where("document_id", "=", id)
        .orderBy("subject_id")
        .execute();
      return rows.map((row) => ({ subjectType: row.subject_type, subjectId: row.subject_id, level: row.level }));
    },
    async replace(model, id, entries) {
      await db.deleteFrom("access").where("model", "=", model).where("document_id", "=", id).execute();
      if (entries.length === 0) return;
      await db
        .insertInto("access")
        .values(
          entries.map((entry) => ({
            model,
            document_id: id,
            subject_type: entry.subjectType,
            subject_id: entry.subjectId,
            level: entry.level,
          })),
        )
        .execute();
    },
    async levelsOfUser(model, ids, userId) {
      const levels = new Map<string, AccessLevel>();
      for (const some of chunks(ids)) {
        const rows = await db
          .selectFrom("access")
          .select(["document_id", (eb) => eb.fn.max("level").as("level")])
          .where("model", "=", model)
          .where("document_id", "in", some)
          .where(namesUser(userId))
          .groupBy("document_id")
          .execute();
        for (const row of rows) levels.set(row.document_id, Number(row.level) as AccessLevel);
      }
      return levels;
    },
    async removeDocuments(model, ids) {
      for (const some of chunks(ids)) {
        await db.deleteFrom("access").where("model", "=", model).where("document_id", "in", some).execute();
      }
    },
    async removeSubject(subjectType, subjectId) {
      await db
        .deleteFrom("access")
        .where("subject_type", "=", subjectType)
        .where("subject_id", "=", subjectId)
        .execute();
    },
  };
}
