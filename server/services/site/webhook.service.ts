/**
 * Webhooks: administrators of a folder or dataset create them for it, site administrators for the site. Events are
 * recorded by `../access/record-event.ts` and sent by `webhook-sender.ts`.
 */
import { randomBytes } from "node:crypto";

import type { Webhook, WebhookDelivery } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { RequestError } from "../../base/errors.ts";
import { isObjectId } from "../../base/object-id.ts";
import { wireDate } from "../../base/wire-date.ts";
import { checkBody } from "../../domain/body-check.ts";
import { newWebhookBody, webhookChangeBody, webhookUrlProblem } from "../../domain/webhook.ts";
import type { Repositories } from "../../ports/database.ts";
import type { Ports } from "../../ports/index.ts";
import type { DeliveryRecord, WebhookRecord } from "../../ports/webhook.repository.ts";
import type { AccessService } from "../access/access.service.ts";
import { requireSiteAdmin, requireUser, type Actor } from "../access/actor.ts";

/** Per folder, and for the site. */
const maxWebhooks = 20;
const maxListed = 1000;

export class WebhookService {
  readonly #ports: Ports;
  readonly #access: AccessService;

  constructor(ports: Ports, access: AccessService) {
    this.#ports = ports;
    this.#access = access;
  }

  /** Oldest first. */
  async list(actor: Actor, folderId: string | undefined): Promise<Webhook[]> {
    const place = await this.#requireSource(actor, folderId ?? null);
    return (await this.#ports.database.webhooks.listOf(place)).map(webhookOf);
  }

  /** @throws RequestError if the body is invalid, or the place has too many webhooks */
  async create(actor: Actor, body: unknown): Promise<Webhook> {
    const user = requireUser(actor);
    const { url, events, folderId, description = "" } = checked("NewWebhook", newWebhookBody, body);
    requireUrl(url);
    const { clock, database, ids } = this.#ports;
    const made = await database.transaction("site", async (tx) => {
      const place = await this.#requireSource(actor, folderId ?? null, tx);
      if ((await tx.webhooks.listOf(place)).length >= maxWebhooks) {
        throw new RequestError(`There can be at most ${maxWebhooks} webhooks here. Delete one first.`);
      }
      const webhook: WebhookRecord = {
        id: ids.next(),
        folderId: place,
        url,
        secret: randomBytes(32).toString("base64url"),
        events: [...new Set(events)],
        description,
        active: true,
        creatorId: user.id,
        creatorLogin: user.login,
        createdMs: clock.nowMs(),
      };
      await tx.webhooks.insert(webhook);
      return webhook;
    });
    return { ...webhookOf(made), secret: made.secret };
  }

  async update(actor: Actor, id: string, body: unknown): Promise<Webhook> {
    const user = requireUser(actor);
    await this.#require(actor, id);
    const given = checked("WebhookChange", webhookChangeBody, body);
    if (given.url !== undefined) requireUrl(given.url);
    return await this.#ports.database.transaction("site", async (tx) => {
      const webhook = await this.#require(actor, id, tx);
      const isMoved = given.url !== undefined && given.url !== webhook.url;
      // Otherwise another administrator could have sent to them what only the creator may read.
      const changes = { ...given, ...(isMoved && { creatorId: user.id, creatorLogin: user.login }) };
      await tx.webhooks.update(webhook.id, changes);
      return webhookOf({ ...webhook, ...changes });
    });
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const webhook = await this.#require(actor, id);
    await this.#ports.database.transaction("site", (tx) => tx.webhooks.remove(webhook.id));
  }

  /** Newest first. */
  async deliveries(actor: Actor, id: string, limit: number): Promise<WebhookDelivery[]> {
    const webhook = await this.#require(actor, id);
    const max = limit < 1 ? maxListed : Math.min(limit, maxListed);
    return (await this.#ports.database.webhooks.listDeliveries(webhook.id, max)).map(deliveryOf);
  }

  async resend(actor: Actor, id: string, deliveryId: string): Promise<WebhookDelivery> {
    const { clock, database } = this.#ports;
    const webhook = await this.#require(actor, id);
    const delivery = isObjectId(deliveryId)
      ? await database.webhooks.findDelivery(deliveryId.toLowerCase())
      : undefined;
    if (delivery?.webhookId !== webhook.id)
      throw new RequestError("The message no longer exists. Messages are kept for 30 days.", 404);
    const changes = { dueMs: clock.nowMs(), tries: 0, endedMs: null };
    await database.webhooks.updateDelivery(delivery.id, changes);
    return deliveryOf({ ...delivery, ...changes });
  }

  async test(actor: Actor, id: string): Promise<WebhookDelivery> {
    const user = requireUser(actor);
    const webhook = await this.#require(actor, id);
    const { clock, database, ids } = this.#ports;
    const nowMs = clock.nowMs();
    const delivery: DeliveryRecord = {
      id: ids.next(),
      webhookId: webhook.id,
      event: "test",
      createdMs: nowMs,
      dueMs: nowMs,
      tries: 0,
      content: { actor: { id: user.id, login: user.login }, data: { text: "Your webhook works." } },
      answered: null,
      failure: null,
      endedMs: null,
    };
    await database.transaction("site", async (tx) => {
      // It may have been deleted meanwhile.
      if ((await tx.webhooks.find(webhook.id)) !== undefined) await tx.webhooks.insertDeliveries([delivery]);
    });
    return deliveryOf(delivery);
  }

  /** @returns the folder's id, or `null` for the site */
  async #requireSource(actor: Actor, folderId: string | null, db?: Repositories): Promise<string | null> {
    if (folderId === null) {
      requireSiteAdmin(actor);
      return null;
    }
    requireUser(actor);
    return (await this.#access.requireFolder(actor, folderId, AccessLevel.admin, db)).record.id;
  }

  async #require(actor: Actor, id: string, db: Repositories = this.#ports.database): Promise<WebhookRecord> {
    requireUser(actor);
    const webhook = isObjectId(id) ? await db.webhooks.find(id.toLowerCase()) : undefined;
    if (webhook === undefined) throw new RequestError("The webhook no longer exists: it may have been deleted.", 404);
    await this.#requireSource(actor, webhook.folderId, db);
    return webhook;
  }
}

function requireUrl(url: string): void {
  const why = webhookUrlProblem(url);
  if (why !== undefined) throw new RequestError(why);
}

function checked<T>(title: string, check: Parameters<typeof checkBody<T>>[1], body: unknown): T {
  const result = checkBody(title, check, body);
  if (!result.ok) throw new RequestError(result.message);
  return result.value;
}

function webhookOf(record: WebhookRecord): Webhook {
  const { id, folderId, url, events, description, active, creatorLogin, createdMs } = record;
  return {
    _id: id,
    ...(folderId !== null && { folderId }),
    url,
    events: [...events],
    description,
    active,
    creatorLogin,
    created: wireDate(createdMs),
  };
}

function deliveryOf({
  id,
  event,
  createdMs,
  dueMs,
  tries,
  answered,
  failure,
  endedMs,
}: DeliveryRecord): WebhookDelivery {
  const state = endedMs === null ? "waiting" : failure === null ? "delivered" : "failed";
  return {
    _id: id,
    event,
    created: wireDate(createdMs),
    state,
    tries,
    answered,
    ...(dueMs !== null && { due: wireDate(dueMs) }),
    ...(failure !== null && { failure }),
  };
}
