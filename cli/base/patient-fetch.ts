/**
 * A fetch that waits for a server which is busy, restarts or is cut off for a moment.
 *
 * An answer that says that nothing was changed lets every request be sent again. Where there is no answer, or one of a
 * proxy, only requests that read are sent again, and only to a server that has answered this command before: a wrong
 * address is an error at once.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { ClientOptions } from "#schemas/client";
import { networkReason } from "./network-reason.ts";
import { note } from "./output.ts";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Codes of answers that come before anything is changed. */
const unchanged: Readonly<Record<string, string>> = {
  busy: "The server is busy with another change to the same data",
  stopping: "The server is being restarted",
};
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/** A busy server has waited for 20 s or more before it answers. */
const mostTries = 6;
const firstWaitMs = 1000;
/** A server that asks for more has a reason that the user should see. */
const longestWaitMs = 60_000;

/** Says on stderr what it waits for. The last answer, or the last failure, is the caller's. */
export function patientFetch(send: Fetch): Fetch {
  let hasAnswered = false;
  return async (url, init) => {
    const mayRepeat = isRead(String(url), init?.method);
    for (let tries = 1; ; tries += 1) {
      let response: Response | undefined;
      let reason: string | undefined;
      try {
        response = await send(url, init);
        hasAnswered = true;
        reason = await reasonOf(response, mayRepeat);
      } catch (error) {
        if (!hasAnswered || !mayRepeat || init?.signal?.aborted || tries === mostTries) throw error;
        reason = `No answer from the server (${networkReason(error)})`;
      }
      const waitMs = askedWaitMs(response) ?? backoffMs(tries);
      const isLast = reason === undefined || tries === mostTries || waitMs > longestWaitMs;
      if (response !== undefined && isLast) return response;
      note(`${reason}; trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await response?.body?.cancel();
      await wait(waitMs, undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

/** Uploads look for their offset with a patience of their own. */
function isRead(url: string, method = "GET"): boolean {
  return (method === "GET" || method === "HEAD") && !url.includes("/file/offset");
}

async function reasonOf(response: Response, mayRepeat: boolean): Promise<string | undefined> {
  const { status } = response;
  if (status === 429) return "The server asks for fewer requests";
  if (!passing.has(status)) return undefined;
  const reply: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const known = unchanged[String((reply as { code?: unknown } | undefined)?.code)];
  return known ?? (mayRepeat ? `The server answered ${status}` : undefined);
}

/** Seconds, or a date. */
function askedWaitMs(response: Response | undefined): number | undefined {
  const value = response?.headers.get("Retry-After");
  if (value == null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(firstWaitMs, waitMs);
}

/** Doubles, and is never the same for two commands that were started together. */
function backoffMs(tries: number): number {
  return firstWaitMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
}
