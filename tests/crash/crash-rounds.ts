/** What the crash tests share: a server on one data folder that is killed in each round. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, type ApiClient } from "#schemas";
import { seededRandom } from "../support/random.ts";
import { startServerProcess, type ServerProcess } from "../support/server-process.ts";

export interface CrashWorld {
  /** Calls the server of the moment as the administrator. */
  readonly client: ApiClient;
  /** Runs `work` while the server is killed after `afterMs`; then starts it again. */
  interrupted<T>(work: Promise<T>, afterMs: number): Promise<Interrupted<T>>;
  close(): Promise<void>;
}

/** `acknowledged` is false when the server died before it answered. */
export type Interrupted<T> = { readonly acknowledged: true; readonly reply: T } | { readonly acknowledged: false };

export async function openCrashWorld(): Promise<CrashWorld> {
  const dataFolder = await mkdtemp(join(tmpdir(), "wakeline-crash-"));
  let server: ServerProcess = await startServerProcess({ dataFolder });
  const token = await signIn(server);
  // The port changes with each start; the client follows.
  const client = createClient({
    baseUrl: "http://server/api/v1/",
    token: () => token,
    fetch: (input, init) => fetch(String(input).replace("http://server", server.url), init),
  });
  return {
    client,
    interrupted: async (work, afterMs) => {
      const outcome = work.then(
        (reply) => ({ acknowledged: true, reply }) as const,
        () => ({ acknowledged: false }) as const,
      );
      await sleep(afterMs);
      await server.kill();
      const result = await outcome;
      server = await startServerProcess({ dataFolder });
      return result;
    },
    close: async () => {
      await server.kill();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Chooses the moments of the kills: around the one at which the state changes, which is where something in between would
 * show. After a round that was too early it aims later, and the other way round.
 */
export class Aim {
  #aroundMs: number;
  #step = 1.6;
  #last: "before" | "after" | undefined;
  readonly #random: () => number;

  constructor(seed: number, typicalMs: number) {
    this.#aroundMs = typicalMs;
    this.#random = seededRandom(seed);
  }

  /** Within 15 % of where the state changes, as far as is known. */
  next(): number {
    return this.#aroundMs * (0.85 + 0.3 * this.#random());
  }

  saw(state: "before" | "after"): void {
    // Long steps until the moment has been passed once, short ones from then on.
    if (this.#last !== undefined && this.#last !== state) this.#step = 1.12;
    this.#last = state;
    this.#aroundMs *= state === "before" ? this.#step : 1 / this.#step;
  }
}

export async function signIn({ url, firstStart }: ServerProcess): Promise<string> {
  if (firstStart === undefined) throw new Error("The first start did not tell the administrator's password.");
  const authorization = `Basic ${btoa(`${firstStart.login}:${firstStart.password}`)}`;
  const response = await fetch(`${url}/api/v1/user/authentication`, { headers: { Authorization: authorization } });
  const reply = (await response.json()) as { authToken: { token: string } };
  return reply.authToken.token;
}
