/** Webhooks of a place, and the deliveries of one. */
import { api } from "../api/client.ts";
import { keys } from "./keys.ts";
import { question } from "./question.ts";

/** @param folderId a dataset or a folder; missing: the site */
export function webhooksQuery(folderId: string | undefined) {
  return question({
    queryKey: [...keys.webhooks, folderId],
    queryFn: ({ signal }) => api.call("webhook.list", { ...(folderId !== undefined && { folderId }) }, { signal }),
  });
}

const maxListed = 200;

export function deliveriesQuery(id: string) {
  return question({
    queryKey: [...keys.webhooks, id, "deliveries"],
    queryFn: ({ signal }) => api.call("webhook.deliveries", { id, limit: maxListed }, { signal }),
  });
}
