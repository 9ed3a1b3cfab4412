/** `notification/stream`: the caller's events as they happen, as server-sent events. */
import { Readable } from "node:stream";

import type { NotificationEvent } from "#schemas";

import { sortedJson } from "../../plugins/json.ts";
import type { Services } from "../../services/index.ts";
import type { RegisterRoute } from "../registry.ts";

/** Seconds that a client may wait at most without an event. */
const MAX_TIMEOUT_SECONDS = 3600;

export function registerNotificationRoutes(
  register: RegisterRoute,
  { notifications }: Pick<Services, "notifications">,
): void {
  register("notification.stream", async ({ actor, parameters, reply }) => {
    const seconds = Math.min(Math.max(parameters.timeout ?? 300, 1), MAX_TIMEOUT_SECONDS);
    const events = notifications.stream(actor, seconds * 1000);
    reply.header("content-type", "text/event-stream");
    reply.header("cache-control", "no-cache");
    // Proxies that collect answers before they pass them on would keep the events back.
    reply.header("x-accel-buffering", "no");
    return Readable.from(frames(events), { objectMode: false });
  });
}

/** One line a frame; a comment keeps the connection alive. */
async function* frames(events: AsyncIterable<NotificationEvent | undefined>): AsyncGenerator<string> {
  for await (const event of events) yield event === undefined ? ": \n\n" : `data: ${sortedJson(event)}\n\n`;
}
