/** Webhooks: addresses that receive events. Not part of Girder's api. */
import { booleanShape, listOf, nullShape, objectOf, textShape } from "../json-shape.ts";
import { p, route } from "../route.ts";
import { webhookDeliveryShape, webhookEventShape, webhookShape } from "../wire.ts";

const id = p.need.text();
const newWebhookShape = objectOf(
  { url: textShape, events: listOf(webhookEventShape) },
  { folderId: textShape, description: textShape },
);
const changeShape = objectOf(
  {},
  { url: textShape, events: listOf(webhookEventShape), description: textShape, active: booleanShape },
);

export const webhookRoutes = {
  "webhook.list": route(listOf(webhookShape))("GET", "webhook", {
    auth: "user",
    summary:
      "Webhooks of a folder or dataset, for those who administrate it; without `folderId` those of the site, for its administrators.",
    parameters: { folderId: p.text() },
  }),
  "webhook.create": route(webhookShape, newWebhookShape)("POST", "webhook", {
    auth: "user",
    summary:
      "Makes a webhook for a folder or dataset with everything below it, or without `folderId` for the whole site. The answer has the secret that signs its messages; no other answer has it.",
    body: "json",
  }),
  "webhook.update": route(webhookShape, changeShape)("PUT", "webhook/:id", {
    auth: "user",
    summary:
      "Changes a webhook. What waits to be sent to it goes to the new address; while it is not active, nothing is recorded for it.",
    parameters: { id },
    body: "json",
  }),
  "webhook.delete": route(nullShape)("DELETE", "webhook/:id", {
    auth: "user",
    summary: "Deletes a webhook and its messages.",
    parameters: { id },
  }),
  "webhook.deliveries": route(listOf(webhookDeliveryShape))("GET", "webhook/:id/delivery", {
    auth: "user",
    summary: "The messages to a webhook of the last 30 days, newest first.",
    parameters: { id, limit: p.integer(100) },
  }),
  "webhook.resend": route(webhookDeliveryShape)("POST", "webhook/:id/delivery/:deliveryId/resend", {
    auth: "user",
    summary: "Sends a message again, under the same id.",
    parameters: { id, deliveryId: p.need.text() },
  }),
  "webhook.test": route(webhookDeliveryShape)("POST", "webhook/:id/test", {
    auth: "user",
    summary: "Sends a message with the event `test`.",
    parameters: { id },
  }),
} as const;
