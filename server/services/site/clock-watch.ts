/**
 * Detects that the system clock was set, by comparing it with one that cannot be set. A machine that was asleep looks
 * the same. By such a clock, things may look old or expired that are not: code that removes things by age waits until
 * the clock has run steadily for a while.
 */
import type { Clock } from "../../ports/clock.ts";

/** A larger step within one interval is not the gradual correction of a clock. */
const setMs = 60 * 1000;

export class ClockWatch {
  readonly #clock: Clock;
  #offsetMs: number;
  #steadySinceMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#offsetMs = this.#readOffset();
    this.#steadySinceMs = clock.steadyMs();
  }

  /** Since the last call: by how much the clock was set, 0 if it was not; and for how long it has run steadily. */
  look(): { setMs: number; evenMs: number } {
    const offsetMs = this.#readOffset();
    const movedMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    const isSet = Math.abs(movedMs) > setMs;
    if (isSet) this.#steadySinceMs = this.#clock.steadyMs();
    return { setMs: isSet ? movedMs : 0, evenMs: this.#clock.steadyMs() - this.#steadySinceMs };
  }

  #readOffset(): number {
    return this.#clock.nowMs() - this.#clock.steadyMs();
  }
}
