/**
 * A fetch that waits for a server which is busy or restarts. Its answer says that nothing was changed, so every request can
 * be sent again, also one that writes.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { ClientOptions } from "#schemas/client";
import { note } from "./output.ts";

type Fetch = NonNullable<ClientOptions["fetch"]>;

const reasons: Readonly<Record<string, string>> = {
  busy: "The server is busy with another change to the same data",
  stopping: "The server is being restarted",
};

/** A busy server has waited for 20 s or more before it answers. */
const mostTries = 6;
const defaultWaitSeconds = 2;

/** Says on stderr what it waits for. The last answer is the caller's, whatever it is. */
export function patientFetch(send: Fetch): Fetch {
  return async (url, init) => {
    for (let tries = 1; ; tries += 1) {
      const response = await send(url, init);
      const reason = await reasonOf(response);
      if (reason === undefined || tries === mostTries) return response;
      const seconds = Number(response.headers.get("Retry-After") ?? defaultWaitSeconds) || defaultWaitSeconds;
      note(`${reason}; trying again in ${seconds} s.`);
      await response.body?.cancel();
      await wait(seconds * 1000, undefined, init?.signal ? { signal: init.signal } : {});
    }
  };
}

async function reasonOf(response: Response): Promise<string | undefined> {
  if (response.status !== 503) return undefined;
  const reply: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return reasons[String((reply as { code?: unknown } | undefined)?.code)];
}
