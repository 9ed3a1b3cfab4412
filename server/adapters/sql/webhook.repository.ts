/** Webhooks in SQL. */
import { maxWaitMs, type WebhookEvent } from "../../domain/webhook.ts";
import type { DeliveryRecord, WebhookRecord, WebhookRepository } from "../../ports/webhook.repository.ts";
import { chunks, rowsPerInsert } from "./queries.ts";
import type { Db } from "./tables.ts";
import type { WebhookDeliveriesTable, WebhooksTable } from "./tables/site.ts";

export function webhooksRepository(db: Db): WebhookRepository {
  const removeWhere = async (ids: readonly string[]): Promise<void> => {
    for (const chunk of chunks(ids)) {
      await db.deleteFrom("webhook_deliveries").where("webhook_id", "in", chunk).execute();
      await db.deleteFrom("webhooks").where("id", "in", chunk).execute();
    }
  };
  return {
    async insert(webhook) {
      await db.insertInto("webhooks").values(toRow(webhook)).execute();
    },
    async update(id, { url, events, description, active, creatorId, creatorLogin }) {
      const changes = {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: JSON.stringify(events) }),
        ...(description !== undefined && { description }),
        ...(active !== undefined && { active: active ? (1 as const) : (0 as const) }),
        ...(creatorId !== undefined && { creator_id: creatorId }),
        ...(creatorLogin !== undefined && { creator_login: creatorLogin }),
      };
      if (Object.keys(changes).length > 0) await db.updateTable("webhooks").set(changes).where("id", "=", id).execute();
    },
    async find(id) {
      const row = await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromRow(row);
    },
    async listOf(folderId) {
      const all = db.selectFrom("webhooks").selectAll();
      const ofFolder = folderId === null ? all.where("folder_id", "is", null) : all.where("folder_id", "=", folderId);
      return (await ofFolder.orderBy("created_ms").orderBy("id").execute()).map(fromRow);
    },
    async listActive() {
      return (await db.selectFrom("webhooks").selectAll().where("active", "=", 1).execute()).map(fromRow);
    },
    async remove(id) {
      await removeWhere([id]);
    },
    async removeFolders(folderIds) {
      for (const chunk of chunks(folderIds)) {
        const rows = await db.selectFrom("webhooks").select("id").where("folder_id", "in", chunk).execute();
        await removeWhere(rows.map(({ id }) => id));
      }
    },
    async insertDeliveries(deliveries) {
      for (const chunk of chunks(deliveries, rowsPerInsert)) {
        await db.insertInto("webhook_deliveries").values(chunk.map(toDeliveryRow)).execute();
      }
    },
    async findDelivery(id) {
      const row = await db.selectFrom("webhook_deliveries").selectAll().where("id", "=", id).executeTakeFirst();
      return row && fromDeliveryRow(row);
    },
    async listDeliveries(webhookId, limit) {
      const all = db.selectFrom("webhook_deliveries").selectAll().where("webhook_id", "=", webhookId);
      const rows = await all.orderBy("created_ms", "desc").orderBy("id", "desc").limit(limit).execute();
      return rows.map(fromDeliveryRow);
    },
    async listDue(nowMs, limit, exceptWebhooks) {
      const due = db
        .selectFrom("webhook_deliveries")
        .selectAll()
        // Later than any delay: a clock was ahead when it was written.
        .where((where) => where.or([where("due_ms", "<=", nowMs), where("due_ms", ">", nowMs + 2 * maxWaitMs)]));
      const wanted = exceptWebhooks.length === 0 ? due : due.where("webhook_id", "not in", exceptWebhooks);
      const rows = await wanted.orderBy("due_ms").orderBy("id").limit(limit).execute();
      return rows.map(fromDeliveryRow);
    },
    async claim(id, dueMs, untilMs) {
      const update = db.updateTable("webhook_deliveries").set({ due_ms: untilMs }).where("id", "=", id);
      const { numUpdatedRows } = await update.where("due_ms", "=", dueMs).executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async updateDelivery(id, { dueMs, tries, answered, failure, endedMs }) {
      const changes = {
        ...(dueMs !== undefined && { due_ms: dueMs }),
        ...(tries !== undefined && { tries }),
        ...(answered !== undefined && { answered }),
        ...(failure !== undefined && { failure }),
        ...(endedMs !== undefined && { ended_ms: endedMs }),
      };
      await db.updateTable("webhook_deliveries").set(changes).where("id", "=", id).execute();
    },
    async removeEnded(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom("webhook_deliveries")
        .where("ended_ms", "<", beforeMs)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const toRow = (webhook: WebhookRecord): WebhooksTable => ({
  id: webhook.id,
  folder_id: webhook.folderId,
  url: webhook.url,
  secret: webhook.secret,
  events: JSON.stringify(webhook.events),
  description: webhook.description,
  active: webhook.active ? 1 : 0,
  creator_id: webhook.creatorId,
  creator_login: webhook.creatorLogin,
  created_ms: webhook.createdMs,
});

const fromRow = (row: WebhooksTable): WebhookRecord => ({
  id: row.id,
  folderId: row.folder_id,
  url: row.url,
  secret: row.secret,
  events: JSON.parse(row.events) as WebhookEvent[],
  description: row.description,
  active: row.active === 1,
  creatorId: row.creator_id,
  creatorLogin: row.creator_login,
  createdMs: Number(row.created_ms),
});

const toDeliveryRow = (delivery: DeliveryRecord): WebhookDeliveriesTable => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event: delivery.event,
  content: JSON.stringify(delivery.content),
  created_ms: delivery.createdMs,
  due_ms: delivery.dueMs,
  tries: delivery.tries,
  answered: delivery.answered,
  failure: delivery.failure,
  ended_ms: delivery.endedMs,
});

const numberOrNull = (value: number | null): number | null => (value === null ? null : Number(value));

const fromDeliveryRow = (row: WebhookDeliveriesTable): DeliveryRecord => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: row.event,
  content: JSON.parse(row.content) as DeliveryRecord["content"],
  createdMs: Number(row.created_ms),
  dueMs: numberOrNull(row.due_ms),
  tries: Number(row.tries),
  answered: row.answered,
  failure: row.failure,
  endedMs: numberOrNull(row.ended_ms),
});
