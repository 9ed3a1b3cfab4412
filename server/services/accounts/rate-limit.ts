/** Counts what a key takes in a sliding window. Kept in memory: forgetting it at a restart is harmless. */
import { TooManyRequestsError } from "../../base/errors.ts";

export interface RateLimitOptions {
  /** How much may be taken within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** A clock that cannot be set: one that goes back by a year would lock people out for a year. */
  readonly steadyMs: () => number;
}

const maxKeys = 10_000;

export class RateLimit {
  readonly #options: RateLimitOptions;
  /** When something was taken, oldest first; the key that was used last at the end. */
  readonly #taken = new Map<string, number[]>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @throws TooManyRequestsError when the key has used up what it may take */
  take(key: string): void {
    const { limit, steadyMs, windowMs } = this.#options;
    const nowMs = steadyMs();
    const times = (this.#taken.get(key) ?? []).filter((time) => time > nowMs - windowMs);
    const [oldest] = times;
    if (oldest !== undefined && times.length >= limit) {
      throw new TooManyRequestsError("Too many of these.", oldest + windowMs - nowMs);
    }
    this.#taken.delete(key);
    this.#taken.set(key, [...times, nowMs]);
    if (this.#taken.size > maxKeys) this.#taken.delete(this.#taken.keys().next().value as string);
  }
}
