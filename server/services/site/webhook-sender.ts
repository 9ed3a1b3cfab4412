/**
 * Sends messages recorded for webhooks: each is retried for a day until it is answered with a 2xx status. Several
 * servers share the work: one claims a message for as long as an attempt may last, so that the others take over if it
 * stops. So a message can arrive twice, with the same id; messages to one webhook are sent one after the other, and a
 * failed one does not hold up later ones. Webhooks do not wait for each other.
 */
import type { WebhookMessage } from "#schemas";

import { AccessLevel } from "../../base/access-level.ts";
import { wireDate } from "../../base/wire-date.ts";
import { signatureOf, retryDelayMs } from "../../domain/webhook.ts";
import type { Ports } from "../../ports/index.ts";
import type { DeliveryRecord, WebhookRecord } from "../../ports/webhook.repository.ts";
import type { AccessService } from "../access/access.service.ts";

const lookEveryMs = 1000;
const maxDuePerQuery = 100;
const answerWithinMs = 10_000;
/** Longer than an attempt may take. */
const claimMs = 60_000;

export class WebhookSender {
  readonly #ports: Ports;
  readonly #access: AccessService;
  readonly #onFault: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> = Promise.resolve();
  /** Webhooks that messages are being sent to. */
  readonly #busy = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(ports: Ports, access: AccessService, onFault: (error: unknown) => void) {
    this.#ports = ports;
    this.#access = access;
    this.#onFault = onFault;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch(this.#onFault)
        .then(() => {
          if (!this.#isStopped) this.start();
        });
    }, lookEveryMs);
    this.#timer.unref();
  }

  /** Waits for messages being sent; the others stay for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#busy.values());
  }

  /** Begins to send due messages to webhooks without one under way; does not wait for their answers. */
  async #look(): Promise<void> {
    const { clock, database } = this.#ports;
    while (!this.#isStopped) {
      const due = await database.webhooks.listDue(clock.nowMs(), maxDuePerQuery, [...this.#busy.keys()]);
      if (due.length === 0) return;
      for (const [id, deliveries] of Map.groupBy(due, ({ webhookId }) => webhookId)) {
        const sending = this.#sendInOrder(deliveries).catch(this.#onFault);
        this.#busy.set(
          id,
          sending.then(() => void this.#busy.delete(id)),
        );
      }
    }
  }

  async #sendInOrder(deliveries: readonly DeliveryRecord[]): Promise<void> {
    const { clock, database } = this.#ports;
    for (const delivery of deliveries) {
      if (this.#isStopped) return;
      const webhook = await database.webhooks.find(delivery.webhookId);
      // Deleted while a message to it was recorded: removes the remaining messages.
      if (webhook === undefined) return await database.webhooks.remove(delivery.webhookId);
      const isClaimed = await database.webhooks.claim(delivery.id, delivery.dueMs ?? 0, clock.nowMs() + claimMs);
      if (isClaimed) await this.#try(webhook, delivery);
    }
  }

  async #try(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const { clock, database } = this.#ports;
    const refusal = await this.#refusalOf(webhook, delivery);
    const { answered, failure } =
      refusal === undefined ? await this.#post(webhook, delivery) : { answered: null, failure: refusal };
    const nowMs = clock.nowMs();
    const tries = delivery.tries + 1;
    const wait = failure === null || refusal !== undefined ? undefined : retryDelayMs(tries);
    await database.webhooks.updateDelivery(delivery.id, {
      tries,
      answered,
      failure,
      ...(wait === undefined ? { dueMs: null, endedMs: nowMs } : { dueMs: nowMs + wait }),
    });
  }

  /** A webhook must not report more than its creator may know now. */
  async #refusalOf({ creatorId, folderId }: WebhookRecord, { content }: DeliveryRecord): Promise<string | undefined> {
    const { folders, users } = this.#ports.database;
    const user = await users.find(creatorId);
    if (user?.status !== "enabled") return "The account that made the webhook is gone or disabled. Make it again.";
    const levelOn = async (id: string): Promise<AccessLevel | undefined> => {
      const folder = await folders.find(id);
      // After permanent deletion only the name is known.
      if (folder === undefined) return undefined;
      const [view] = await this.#access.withLevels({ user }, "folder", [folder]);
      return view?.level ?? AccessLevel.none;
    };
    const isManaged =
      folderId === null ? user.admin : ((await levelOn(folderId)) ?? AccessLevel.admin) >= AccessLevel.admin;
    if (!isManaged) return `${user.login}, who made the webhook, no longer administrates this place. Make it again.`;
    const { dataset } = content as Pick<WebhookMessage, "dataset">;
    const level = dataset === undefined ? undefined : await levelOn(dataset.id);
    if (level === undefined || level >= AccessLevel.read) return undefined;
    return `${user.login}, who made the webhook, may not read this dataset.`;
  }

  async #post(
    { url, secret }: WebhookRecord,
    delivery: DeliveryRecord,
  ): Promise<Pick<DeliveryRecord, "answered" | "failure">> {
    const body = JSON.stringify(await this.#messageOf(delivery));
    const headers = {
      "x-wakeline-event": delivery.event,
      "x-wakeline-delivery": delivery.id,
      "x-wakeline-signature": signatureOf(secret, Math.floor(this.#ports.clock.nowMs() / 1000), body),
    };
    try {
      const answered = await this.#ports.urls.post(url, { body, headers, timeoutMs: answerWithinMs });
      if (answered >= 200 && answered < 300) return { answered, failure: null };
      const isRedirect = answered >= 300 && answered < 400;
      const why = `it answered ${answered}${isRedirect ? ", and redirects are not followed" : ""}`;
      return { answered, failure: why };
    } catch (error) {
      return { answered: null, failure: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The same at every attempt: the counts never change. */
  async #messageOf({ id, event, content, createdMs }: DeliveryRecord): Promise<WebhookMessage> {
    const { data, ...rest } = content as Pick<WebhookMessage, "actor" | "dataset" | "data">;
    const counted = event === "annotations.saved" ? { ...data, tracks: await this.#countTracks(rest, data) } : data;
    return { id, event, time: wireDate(createdMs), ...rest, data: counted };
  }

  /** How many tracks the set had before a revision, and after it. */
  async #countTracks(
    { dataset }: Pick<WebhookMessage, "dataset">,
    { set, revision }: WebhookMessage["data"],
  ): Promise<{ before: number; after: number }> {
    const count = async (at: number): Promise<number> =>
      await this.#ports.database.annotations.count({
        datasetId: dataset?.id ?? "",
        setName: String(set ?? ""),
        kind: "track",
        revision: at,
      });
    return { before: await count(Number(revision) - 1), after: await count(Number(revision)) };
  }
}
