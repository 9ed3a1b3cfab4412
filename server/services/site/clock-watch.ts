/**
 * Notices that the clock of the machine was set, by comparing it with one that cannot be set. A machine that has slept
 * looks the same. What is old or expired by such a clock may be neither: code that drops things by age waits until the
 * clock has run evenly for a while.
 */
import type { Clock } from "../../ports/clock.ts";

/** More than that within one interval is no slow correction of a clock that is slightly off. */
const setMs = 60 * 1000;

export class ClockWatch {
  readonly #clock: Clock;
  #offsetMs: number;
  #evenSinceMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = this.#readOffset();
    this.#evenSinceMs = clock.steadyMs();
  }

  /** Since the last call: by how much the clock was set, 0 when it was not; and for how long it has gone evenly. */
  look(): { setMs: number; evenMs: number } {
    const offsetMs = this.#readOffset();
    const movedMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    const isSet = Math.abs(movedMs) > setMs;
    if (isSet) this.#evenSinceMs = this.#clock.steadyMs();
    return { setMs: isSet ? movedMs : 0, evenMs: this.#clock.steadyMs() - this.#evenSinceMs };
  }

  #readOffset(): number {
    return this.#clock.nowMs() - this.#clock.steadyMs();
  }
}
