/**
 * A fetch that waits for a server that is busy, restarting or briefly disconnected.
 *
 * A request is repeated if the answer guarantees that nothing was changed. Without an answer, or with a proxy's, only
 * reads are repeated, and only to a server that has answered this command before: a wrong address fails immediately.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { ClientOptions } from "#schemas/client";
import { networkReason } from "./network-reason.ts";
import { note } from "../terminal/output.ts";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Codes of answers given before anything is changed. */
const unchanged: Readonly<Record<string, string>> = {
  busy: "The server is busy with another change to the same data",
  stopping: "The server is being restarted",
};
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/** A busy server has already waited for 20 s or more before it answers. */
const maxTries = 6;
const firstWaitMs = 1000;
/** A server that asks for a longer wait has a reason that the user should see. */
const maxWaitMs = 60_000;

/** Reports on stderr what it waits for. Returns the last answer, or throws the last failure. */
export function retryingFetch(send: Fetch): Fetch {
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
        if (!hasAnswered || !mayRepeat || init?.signal?.aborted || tries === maxTries) throw error;
        reason = `No answer from the server (${networkReason(error)})`;
      }
      const waitMs = retryAfterMs(response) ?? backoffMs(tries);
      const isLast = reason === undefined || tries === maxTries || waitMs > maxWaitMs;
      if (response !== undefined && isLast) return response;
      note(`${reason}; trying again in ${Math.ceil(waitMs / 1000)} s.`);
      await response?.body?.cancel();
      await wait(waitMs, undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

/** Uploads query their offset with their own retries. */
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
function retryAfterMs(response: Response | undefined): number | undefined {
  const value = response?.headers.get("Retry-After");
  if (value == null) return undefined;
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(firstWaitMs, waitMs);
}

/** Doubles each time, with jitter so that commands started together do not retry together. */
function backoffMs(tries: number): number {
  return firstWaitMs * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
}
