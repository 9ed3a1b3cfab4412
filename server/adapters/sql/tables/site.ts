/** Jobs, workers, messages and settings of the site. */
import type { Generated } from "kysely";
import type { WebhookEvent } from "#schemas";
import type { Bit, Json } from "./columns.ts";

export interface JobsTable {
  id: string;
  title: string;
  type: string;
  user_id: string | null;
  parent_id: string | null;
  dataset_id: string | null;
  public: Bit;
  status: number;
  handler: string;
  args: Json;
  kwargs: Json;
  meta: Json;
  params: Json | null;
  progress: Json | null;
  timestamps: Json;
  created_ms: number;
  updated_ms: number;
  when_ms: number;
  /** The queue; `null`: the job is not for workers of this site. */
  queue: string | null;
  /** Abilities that a worker needs to take it; `null`: none. */
  needs: string | null;
  /** Who has it. */
  worker: string | null;
  /** Expiry, by the clock of the database. */
  lease_ms: number | null;
  /** How many times it was taken. */
  attempt: Generated<number>;
  dedupe_key: string | null;
  /** Its position in the queue, in which owners alternate. */
  turn: Generated<number>;
}

/** Workers that have recently announced themselves. */
export interface WorkersTable {
  name: string;
  queues: Json;
  until_ms: number;
  offer: Json;
}

export interface JobLogsTable {
  job_id: string;
  position: number;
  text: string;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  type: string;
  data: Json;
  created_ms: number;
  updated_ms: number;
  expires_ms: number;
}

export interface WebhooksTable {
  id: string;
  folder_id: string | null;
  url: string;
  secret: string;
  /** JSON. */
  events: string;
  description: string;
  active: Bit;
  creator_id: string;
  creator_login: string;
  created_ms: number;
}

export interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** JSON. */
  content: string;
  created_ms: number;
  due_ms: number | null;
  tries: number;
  answered: number | null;
  failure: string | null;
  ended_ms: number | null;
}

export interface SettingsTable {
  key: string;
  value: Json;
}
