/**
 * Whose the first start of an installation is, from the creation of its administrator until somebody can be told the
 * password. Of servers that start together one has it, and says so again and again; the others wait. Where it falls silent
 * (killed, or the port was taken) it was broken off, nobody knows the password, and another start begins it again.
 */
import { setTimeout as sleep } from "node:timers/promises";

import type { Ports } from "../ports/index.ts";

const setting = "wakeline.first_start";
const renewMs = 3000;
const lookMs = 250;
/** Some turns of renewing: the owner may be busy. */
const silentMs = 15_000;

export class FirstStart {
  readonly #ports: Ports;
  #renewal: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

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
      const found = await this.#ports.database.transaction(async ({ settings, users }) => {
        const value = await settings.get(setting);
        const isFree = value === undefined ? (await users.count()) === 0 : isAlone || value === brokenOff;
        if (isFree) await settings.set(setting, own);
        return isFree ? own : value;
      });
      if (found === undefined) return false;
      if (found === own) break;
      brokenOff = await this.#whenChangedOrSilent(found);
    }
    this.#timer = setInterval(() => {
      // One that fails is followed by the next, or by the end of the server.
      this.#renewal = this.#ports.database.settings.set(setting, this.#ports.ids.next()).catch(() => undefined);
    }, renewMs).unref();
    return true;
  }

  /** From here on, starts are ordinary ones. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    await this.#ports.database.settings.remove(setting);
  }

  /** @returns `claim` when nobody has renewed it for long enough */
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
