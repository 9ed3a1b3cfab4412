/**
 * Which server owns the first start of an installation, from the creation of its administrator until the password can
 * be shown. Of servers that start together, one holds the claim and keeps renewing it; the others wait. If the owner
 * gives up (its port was in use) or stops renewing (killed), the first start was interrupted, the password is unknown,
 * and another start repeats it.
 */

import type { Ports } from "../../ports/index.ts";
import { sleep } from "../../base/sleep.ts";

const setting = "wakeline.first_start";
const renewMs = 3000;
const lookMs = 250;
/** Several renewals: the owner may be busy. */
const silentMs = 15_000;
/** Replaces a released claim. */
const abandonedClaim = "given up";

export class FirstStart {
  readonly #ports: Ports;
  #renewal: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** This server's last claim, while it owns the first start. */
  #claim: string | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * @param isAlone no other server can use this site: an existing claim was interrupted
   * @returns whether this is the first start, to be finished with `end`
   */
  async begin(isAlone: boolean): Promise<boolean> {
    let silentClaim: unknown;
    while (true) {
      const claim = this.#ports.ids.next();
      const stored = await this.#ports.database.transaction("site", async ({ settings, users }) => {
        const value = await settings.get(setting);
        const isFree =
          value === undefined
            ? (await users.count()) === 0
            : isAlone || value === abandonedClaim || value === silentClaim;
        if (isFree) await settings.set(setting, claim);
        return isFree ? claim : value;
      });
      if (stored === undefined) return false;
      if (stored === claim) {
        this.#claim = claim;
        break;
      }
      silentClaim = await this.#waitForClaim(stored);
    }
    // A failed renewal is followed by the next one, or by the end of the server.
    this.#timer = setInterval(() => (this.#renewal = this.#renew().catch(() => undefined)), renewMs).unref();
    return true;
  }

  /** From here on, starts are ordinary. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    await this.#ports.database.settings.remove(setting);
    this.#claim = undefined;
  }

  /**
   * For a server that stops before `end`: releases the claim, so that the next start need not wait until it counts as
   * abandoned.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    const claim = this.#claim;
    if (claim === undefined) return;
    this.#claim = undefined;
    const giveUp = this.#ports.database.transaction("site", async ({ settings }) => {
      if ((await settings.get(setting)) === claim) await settings.set(setting, abandonedClaim);
    });
    // The reason why the server stops is more important; without the release, the next start waits as after a kill.
    await giveUp.catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const claim = this.#ports.ids.next();
    await this.#ports.database.settings.set(setting, claim);
    this.#claim = claim;
  }

  /** @returns `claim` if it has not been renewed for too long */
  async #waitForClaim(claim: unknown): Promise<unknown> {
    const { clock, database } = this.#ports;
    const startMs = clock.steadyMs();
    while (clock.steadyMs() - startMs < silentMs) {
      await sleep(lookMs);
      if ((await database.settings.get(setting)) !== claim) return undefined;
    }
    return claim;
  }
}
