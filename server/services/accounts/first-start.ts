/**
 * Which server owns the first start of an installation, from the creation of its administrator until the password can
 * be shown. Of servers that start together, one holds the claim and keeps renewing it; the others wait. When the owner
 * gives up (the port was taken) or falls silent (killed), the first start was interrupted, the password is unknown, and
 * another start begins it again.
 */
import { setTimeout as sleep } from "node:timers/promises";

import type { Ports } from "../../ports/index.ts";

const setting = "wakeline.first_start";
const renewMs = 3000;
const lookMs = 250;
/** Some turns of renewing: the owner may be busy. */
const silentMs = 15_000;
/** Replaces a claim that was given up. */
const givenUp = "given up";

export class FirstStart {
  readonly #ports: Ports;
  #renewal: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The claim that was stored last, while this is the one whose first start it is. */
  #own: string | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * @param isAlone no other server can have this site: what is found was broken off
   * @returns whether this is the first start, to be ended by `end`
   */
  async begin(isAlone: boolean): Promise<boolean> {
    let brokenOff: unknown;
    while (true) {
      const own = this.#ports.ids.next();
      const found = await this.#ports.database.transaction("site", async ({ settings, users }) => {
        const value = await settings.get(setting);
        const isFree =
          value === undefined ? (await users.count()) === 0 : isAlone || value === givenUp || value === brokenOff;
        if (isFree) await settings.set(setting, own);
        return isFree ? own : value;
      });
      if (found === undefined) return false;
      if (found === own) {
        this.#own = own;
        break;
      }
      brokenOff = await this.#whenChangedOrSilent(found);
    }
    // One that fails is followed by the next, or by the end of the server.
    this.#timer = setInterval(() => (this.#renewal = this.#renew().catch(() => undefined)), renewMs).unref();
    return true;
  }

  /** From here on, starts are ordinary ones. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    await this.#ports.database.settings.remove(setting);
    this.#own = undefined;
  }

  /** A server that ends before `end`: the next start need not wait until this one has been silent for long enough. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    const own = this.#own;
    if (own === undefined) return;
    this.#own = undefined;
    const giveUp = this.#ports.database.transaction("site", async ({ settings }) => {
      if ((await settings.get(setting)) === own) await settings.set(setting, givenUp);
    });
    // Why the server ends is more important, and without this the next start waits as after a kill.
    await giveUp.catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const own = this.#ports.ids.next();
    await this.#ports.database.settings.set(setting, own);
    this.#own = own;
  }

  /** @returns `claim` when it has not been renewed for long enough */
  async #whenChangedOrSilent(claim: unknown): Promise<unknown> {
    const { clock, database } = this.#ports;
    const startMs = clock.steadyMs();
    while (clock.steadyMs() - startMs < silentMs) {
      await sleep(lookMs);
      if ((await database.settings.get(setting)) !== claim) return undefined;
    }
    return claim;
  }
}
