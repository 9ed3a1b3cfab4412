/** Webhooks, and what became of the messages to them. */
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
  /** Signs the messages. Only in the answer that makes the webhook. */
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
  /** When it is tried next. */
  due: optional(dateShape),
  /** HTTP status of the last answer; `null`: there was none. */
  answered: nullable(integerShape),
  /** Why the last try failed. */
  failure: optional(textShape),
});
export type WebhookDelivery = TypeOf<typeof webhookDeliveryShape>;

/** The body of a message. */
export const webhookMessageShape = documentShape("WebhookMessage", {
  /** The same when a message is sent again. */
  id: idShape,
  event: webhookEventShape,
  /** When it happened. */
  time: dateShape,
  /** Who did it; absent: the server itself. */
  actor: optional(exactly({ id: idShape, login: textShape })),
  dataset: optional(exactly({ id: idShape, name: textShape })),
  /** What happened; see the page of webhooks for the members of each event. */
  data: objectShape,
});
export type WebhookMessage = TypeOf<typeof webhookMessageShape>;
