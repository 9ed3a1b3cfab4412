/** Webhooks: their events, the signature of a message, and when to retry a failed one. */
import { createHmac } from "node:crypto";

import { webhookEvents, type WebhookEvent } from "#schemas";

import { boolean, listOf, object, oneOf, optional, text, type Check } from "./body-check.ts";

export { webhookEvents, type WebhookEvent };

/** The receiver checks it: the time is signed too, so that an old message cannot be replayed later. */
export function signatureOf(secret: string, timestampSeconds: number, body: string): string {
  return `t=${timestampSeconds},v1=${createHmac("sha256", secret).update(`${timestampSeconds}.${body}`).digest("hex")}`;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** No delivery waits longer for its next attempt. */
export const maxWaitMs = 60 * minuteMs;

/**
 * Delay after a failed attempt: half a minute, then doubled each time, up to an hour. Counted by attempts, so that a
 * message that was sent again by hand, or waited while the server was off, is tried for a whole day as well.
 * @param tries failed attempts so far, at least 1
 * @returns `undefined`: the message has been tried for a day and is given up
 */
export function retryDelayMs(tries: number): number | undefined {
  const waitAfter = (n: number): number => Math.min(30_000 * 2 ** (n - 1), maxWaitMs);
  let waitedMs = 0;
  for (let n = 1; n < tries && waitedMs < dayMs; n++) waitedMs += waitAfter(n);
  return waitedMs < dayMs ? waitAfter(tries) : undefined;
}

/** Why a URL cannot be used for a webhook; `undefined`: it can. */
export function webhookUrlProblem(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return "Give a whole address, such as https://example.org/hook.";
  if (url.protocol !== "https:" && url.protocol !== "http:") return "The address must start with https:// or http://.";
  if (url.username !== "" || url.password !== "") return "The address must not contain a name or password.";
  return text.length > 2000 ? "The address is longer than 2,000 characters." : undefined;
}

const eventName = oneOf(webhookEvents);
const description: Check<string> = (value, report) => {
  const given = text(value, report)?.trim();
  return given !== undefined && given.length > 1000
    ? report.add("the description has more than 1,000 characters")
    : given;
};
const someEvents: Check<WebhookEvent[]> = (value, report) => {
  const given = listOf(eventName)(value, report);
  return given?.length === 0 ? report.add("name at least one event") : given;
};

export const newWebhookBody = object(
  { url: text, events: someEvents, folderId: optional(text), description: optional(description) },
  "refuse",
);
export const webhookChangeBody = object(
  { url: optional(text), events: optional(someEvents), description: optional(description), active: optional(boolean) },
  "refuse",
);
