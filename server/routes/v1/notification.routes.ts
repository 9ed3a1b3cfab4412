/** `notification/*`: the caller's events, stored ones and live ones, as server-sent events. */
import { Readable } from "node:stream";

import type { NotificationEvent } from "#schemas";

import { RequestError } from "../../base/errors.ts";
import { sortedJson } from "../../plugins/json.ts";
import type { SiteServices } from "../../services/site/site-services.ts";
import type { RegisterRoute } from "../registry.ts";

/** Maximum seconds that a client may wait without an event. */
const maxTimeoutSeconds = 3600;

export function registerNotificationRoutes(
  register: RegisterRoute,
  { notifications }: Pick<SiteServices, "notifications">,
): void {
  register("notification.list", async ({ actor, parameters }) => {
    return await notifications.list(actor, readSince(parameters.since));
  });
  register("notification.stream", async ({ actor, parameters, reply }) => {
    const seconds = Math.min(Math.max(parameters.timeout ?? 300, 1), maxTimeoutSeconds);
    const events = await notifications.stream(actor, { since: parameters.since, timeoutMs: seconds * 1000 });
    reply.header("content-type", "text/event-stream");
    reply.header("cache-control", "no-cache");
    // Buffering proxies would hold the events back.
    reply.header("x-accel-buffering", "no");
    return Readable.from(frames(events), { objectMode: false });
  });
}

/** One line per frame; a comment keeps the connection alive. */
async function* frames(events: AsyncIterable<NotificationEvent | undefined>): AsyncGenerator<string> {
  for await (const event of events) yield event === undefined ? ": \n\n" : `data: ${sortedJson(event)}\n\n`;
}

/** A date; UTC if it has no time zone. */
function readSince(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const ms = Date.parse(/T.*([zZ]|[-+]\d\d:?\d\d)$/.test(text) || !text.includes("T") ? text : `${text}Z`);
  if (Number.isNaN(ms)) throw new RequestError(`Invalid value for date parameter since: ${text.slice(0, 100)}.`);
  return ms;
}
