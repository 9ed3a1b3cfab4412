/** The audit log in SQL. */
import { sql, type SqlBool } from "kysely";

import type { AuditRepository } from "../../ports/audit.repository.ts";
import type { AuditChange } from "../../ports/records.ts";
import { contains, paged } from "./queries.ts";
import type { Db } from "./tables.ts";

export function auditRepository(db: Db): AuditRepository {
  return {
    async append(record) {
      await db
        .insertInto("audit")
        .values({
          id: record.id,
          created_ms: record.createdMs,
          actor_id: record.actorId,
          actor_login: record.actorLogin,
          area: record.area,
          action: record.action,
          target_type: record.targetType,
          target_id: record.targetId,
          target_name: record.targetName,
          changes: JSON.stringify(record.changes),
        })
        .execute();
    },
    async list({ area, text = "", ...page }) {
      let query = db.selectFrom("audit");
      if (area !== undefined) query = query.where("area", "=", area);
      if (text !== "") {
        const hasText = sql<SqlBool>`(${contains("actor_login", text)} OR ${contains("target_name", text)})`;
        query = query.where(hasText);
      }
      const { total } = await query.select((each) => each.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
      const sorted = query.selectAll().orderBy("created_ms", "desc").orderBy("id", "desc");
      const rows = await paged(sorted, page).execute();
      return {
        total: Number(total),
        rows: rows.map((row) => ({
          id: row.id,
          createdMs: row.created_ms,
          actorId: row.actor_id,
          actorLogin: row.actor_login,
          area: row.area,
          action: row.action,
          targetType: row.target_type,
          targetId: row.target_id,
          targetName: row.target_name,
          changes: JSON.parse(row.changes) as AuditChange[],
        })),
      };
    },
  };
}
