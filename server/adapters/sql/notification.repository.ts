/** Notifications in SQL. */
import { sql, type Selectable } from "kysely";

import type { NotificationRepository } from "../../ports/notification.repository.ts";
import type { Meta, NotificationRecord } from "../../ports/records.ts";
import type { Db } from "./tables.ts";
import type { NotificationsTable } from "./tables/site.ts";

export function notificationsRepository(db: Db): NotificationRepository {
  return {
    async put(notification) {
      const row = toRow(notification);
      const { id: _id, created_ms: _created, ...changes } = row;
      const updatedMs = sql<number>`(SELECT max(ms) FROM (
        SELECT CAST(${row.updated_ms} AS BIGINT) AS ms
        UNION ALL SELECT max(updated_ms) + 1 FROM notifications WHERE user_id = ${row.user_id}) AS times)`;
      const { updated_ms } = await db
        .insertInto("notifications")
        .values({ ...row, updated_ms: updatedMs })
        .onConflict((conflict) =>
          conflict.column("id").doUpdateSet((eb) => ({ ...changes, updated_ms: eb.ref("excluded.updated_ms") })),
        )
        .returning("updated_ms")
        .executeTakeFirstOrThrow();
      return updated_ms;
    },
    async listSince(userId, sinceMs, limit) {
      let query = db.selectFrom("notifications").selectAll().where("user_id", "=", userId);
      if (sinceMs !== undefined) query = query.where("updated_ms", ">", sinceMs);
      const rows = await query.orderBy("updated_ms", "desc").orderBy("id", "desc").limit(limit).execute();
      return rows.reverse().map(fromRow);
    },
    async removeExpired(nowMs) {
      const done = await db.deleteFrom("notifications").where("expires_ms", "<=", nowMs).executeTakeFirst();
      return Number(done.numDeletedRows);
    },
  };
}

function toRow(record: NotificationRecord): NotificationsTable {
  return {
    id: record.id,
    user_id: record.userId,
    type: record.type,
    data: JSON.stringify(record.data),
    created_ms: record.createdMs,
    updated_ms: record.updatedMs,
    expires_ms: record.expiresMs,
  };
}

function fromRow(row: Selectable<NotificationsTable>): NotificationRecord {
  return {
    id: row.id,
    userId: row.user_id,
    type: row.type,
    data: JSON.parse(row.data) as Meta,
    createdMs: row.created_ms,
    updatedMs: row.updated_ms,
    expiresMs: row.expires_ms,
  };
}
