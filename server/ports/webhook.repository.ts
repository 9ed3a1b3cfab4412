/** Webhooks: URLs that receive events, and the messages queued for them. */
import type { WebhookEvent } from "../domain/webhook.ts";

export interface WebhookRecord {
  readonly id: string;
  /** The folder whose events are sent, including everything below it; `null`: the whole site. */
  readonly folderId: string | null;
  readonly url: string;
  /** Key that signs the messages. Never leaves the server after the webhook was created. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly active: boolean;
  /** The account that created it or gave it its present URL: it reports no more than they may know. */
  readonly creatorId: string;
  /** Login at that time: accounts can be deleted. */
  readonly creatorLogin: string;
  readonly createdMs: number;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  /** The message, except for counters that are added when it is sent. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly createdMs: number;
  /** Time of the next attempt; `null`: delivered, or given up. */
  readonly dueMs: number | null;
  readonly tries: number;
  /** Status of the last response; `null`: there was none. */
  readonly answered: number | null;
  /** Why the last attempt failed; `null`: delivered, or not tried yet. */
  readonly failure: string | null;
  readonly endedMs: number | null;
}

export type WebhookChanges = Partial<Omit<WebhookRecord, "id" | "folderId" | "secret" | "createdMs">>;

export interface WebhookRepository {
  insert(webhook: WebhookRecord): Promise<void>;
  update(id: string, changes: WebhookChanges): Promise<void>;
  find(id: string): Promise<WebhookRecord | undefined>;
  /** Webhooks of this folder itself, or of the site (`null`), oldest first. */
  listOf(folderId: string | null): Promise<WebhookRecord[]>;
  /** Active webhooks of the whole site. */
  listActive(): Promise<WebhookRecord[]>;
  /** Also removes its deliveries. */
  remove(id: string): Promise<void>;
  removeFolders(folderIds: readonly string[]): Promise<void>;
  insertDeliveries(deliveries: readonly DeliveryRecord[]): Promise<void>;
  findDelivery(id: string): Promise<DeliveryRecord | undefined>;
  /** Newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]>;
  /**
   * Due now, earliest first, except those of some webhooks. Also those that are due later than any delay can be: they were
   * recorded by a clock that was ahead.
   */
  listDue(nowMs: number, limit: number, exceptWebhooks: readonly string[]): Promise<DeliveryRecord[]>;
  /**
   * Claims a delivery that is still due at that time by postponing it to `untilMs`. False if another server has claimed
   * it.
   */
  claim(id: string, dueMs: number, untilMs: number): Promise<boolean>;
  updateDelivery(
    id: string,
    changes: Partial<Pick<DeliveryRecord, "dueMs" | "tries" | "answered" | "failure" | "endedMs">>,
  ): Promise<void>;
  /** Removes deliveries that ended before this time. @returns how many */
  removeEnded(beforeMs: number): Promise<number>;
}
