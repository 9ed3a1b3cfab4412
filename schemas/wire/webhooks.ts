/** Webhooks, and the fate of their messages. */
import {
  booleanShape,
  documentShape,
  exactly,
  integerShape,
  listOf,
  nullable,
  objectShape,
  oneOf,
  optional,
  textShape,
  type TypeOf,
} from "../json-shape.ts";
import { dateShape, idShape } from "./basics.ts";

export const webhookEvents = [
  "annotations.saved",
  "comment.created",
  "dataset.created",
  "dataset.deleted",
  "dataset.shared",
  "job.ended",
  "task.created",
  "task.handedIn",
  "task.accepted",
  "task.sentBack",
  "test",
] as const;
export const webhookEventShape = oneOf(...webhookEvents);
export type WebhookEvent = TypeOf<typeof webhookEventShape>;

export const webhookShape = documentShape("Webhook", {
  _id: idShape,
  /** A dataset or a folder, with everything below it; absent: the whole site. */
  folderId: optional(idShape),
  url: textShape,
  events: listOf(webhookEventShape),
  description: textShape,
  active: booleanShape,
  creatorLogin: textShape,
  created: dateShape,
  /** Signs the messages. Only in the answer that creates the webhook. */
  secret: optional(textShape),
});
export type Webhook = TypeOf<typeof webhookShape>;

export const webhookDeliveryShape = documentShape("WebhookDelivery", {
  _id: idShape,
  event: webhookEventShape,
  created: dateShape,
  /** `failed`: given up after a day. */
  state: oneOf("waiting", "delivered", "failed"),
  tries: integerShape,
  /** When the next attempt is due. */
  due: optional(dateShape),
  /** HTTP status of the last answer; `null`: there was none. */
  answered: nullable(integerShape),
  /** Why the last attempt failed. */
  failure: optional(textShape),
});
export type WebhookDelivery = TypeOf<typeof webhookDeliveryShape>;

/** The body of a message. */
export const webhookMessageShape = documentShape("WebhookMessage", {
  /** Stays the same when a message is sent again. */
  id: idShape,
  event: webhookEventShape,
  /** When the event happened. */
  time: dateShape,
  /** Who caused the event; absent: the server itself. */
  actor: optional(exactly({ id: idShape, login: textShape })),
  dataset: optional(exactly({ id: idShape, name: textShape })),
  /** Details of the event; the webhooks page lists the members of each event. */
  data: objectShape,
});
export type WebhookMessage = TypeOf<typeof webhookMessageShape>;
