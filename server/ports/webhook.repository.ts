/** Webhooks: addresses that receive what happens, and the messages on their way to them. */
import type { WebhookEvent } from "../domain/webhook.ts";

export interface WebhookRecord {
  readonly id: string;
  /** A folder, with everything below it; `null`: the whole site. */
  readonly folderId: string | null;
  readonly url: string;
  /** Signs the messages. Never leaves the server after the webhook was made. */
  readonly secret: string;
  readonly events: readonly WebhookEvent[];
  readonly description: string;
  readonly active: boolean;
  readonly creatorId: string;
  /** As it was when the webhook was made: accounts can be deleted. */
  readonly creatorLogin: string;
  readonly createdMs: number;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookEvent;
  /** The message, all but what is counted when it is sent. */
  readonly content: Readonly<Record<string, unknown>>;
  readonly createdMs: number;
  /** When it is tried next; `null`: it has arrived, or was given up. */
  readonly dueMs: number | null;
  readonly tries: number;
  /** Status of the last answer; `null`: there was none. */
  readonly answered: number | null;
  /** Why the last try failed; `null`: it has arrived, or was not tried yet. */
  readonly failure: string | null;
  readonly endedMs: number | null;
}

export interface WebhookRepository {
  insert(webhook: WebhookRecord): Promise<void>;
  update(id: string, changes: Partial<Pick<WebhookRecord, "url" | "events" | "description" | "active">>): Promise<void>;
  find(id: string): Promise<WebhookRecord | undefined>;
  /** Of a folder itself, or of the site (`null`); oldest first. */
  listOf(folderId: string | null): Promise<WebhookRecord[]>;
  /** Active ones of the whole site. */
  listActive(): Promise<WebhookRecord[]>;
  /** With its deliveries. */
  remove(id: string): Promise<void>;
  removeFolders(folderIds: readonly string[]): Promise<void>;
  insertDeliveries(deliveries: readonly DeliveryRecord[]): Promise<void>;
  findDelivery(id: string): Promise<DeliveryRecord | undefined>;
  /** Newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<DeliveryRecord[]>;
  /** Due by now, the earliest first. */
  listDue(nowMs: number, limit: number): Promise<DeliveryRecord[]>;
  /** Takes one that is still due at that time, and puts it off until then. False when another server has taken it. */
  claim(id: string, dueMs: number, untilMs: number): Promise<boolean>;
  updateDelivery(
    id: string,
    changes: Partial<Pick<DeliveryRecord, "dueMs" | "tries" | "answered" | "failure" | "endedMs">>,
  ): Promise<void>;
  /** Ended before that time. @returns how many */
  removeEnded(beforeMs: number): Promise<number>;
}
