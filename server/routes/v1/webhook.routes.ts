/** `webhook`: URLs that receive events. */
import type { SiteServices } from "../../services/site/site-services.ts";
import type { RegisterRoute } from "../registry.ts";

export function registerWebhookRoutes(register: RegisterRoute, { webhooks }: Pick<SiteServices, "webhooks">): void {
  register("webhook.list", ({ actor, parameters: { folderId } }) => webhooks.list(actor, folderId));
  register("webhook.create", ({ actor, body }) => webhooks.create(actor, body));
  register("webhook.update", ({ actor, parameters: { id }, body }) => webhooks.update(actor, id, body));
  register("webhook.delete", async ({ actor, parameters: { id } }) => {
    await webhooks.remove(actor, id);
    return null;
  });
  register("webhook.deliveries", ({ actor, parameters: { id, limit } }) =>
    webhooks.deliveries(actor, id, limit ?? 100),
  );
  register("webhook.resend", ({ actor, parameters: { id, deliveryId } }) => webhooks.resend(actor, id, deliveryId));
  register("webhook.test", ({ actor, parameters: { id } }) => webhooks.test(actor, id));
}
