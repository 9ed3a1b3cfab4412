/** The English texts of webhooks. */
import { webhooks } from "./webhooks.ts";

export const webhooksPart = { webhooks } as const;
