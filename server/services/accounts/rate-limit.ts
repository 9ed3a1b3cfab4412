/** Limits use per key in a sliding window. Kept in memory: losing it at a restart is harmless. */
import { TooManyRequestsError } from "../../base/errors.ts";

export interface RateLimitOptions {
  /** Maximum use within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Must not be affected by the system clock: one set back by a year would lock users out for a year. */
  readonly steadyMs: () => number;
}

const maxKeys = 10_000;

export class RateLimit {
  readonly #options: RateLimitOptions;
  /** Times of use, oldest first; keys least recently used first. */
  readonly #uses = new Map<string, number[]>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @throws TooManyRequestsError if the key is used up */
  take(key: string): void {
    const { limit, steadyMs, windowMs } = this.#options;
    const nowMs = steadyMs();
    const times = (this.#uses.get(key) ?? []).filter((time) => time > nowMs - windowMs);
    const [oldest] = times;
    if (oldest !== undefined && times.length >= limit) {
      throw new TooManyRequestsError("Too many of these.", oldest + windowMs - nowMs);
    }
    this.#uses.delete(key);
    this.#uses.set(key, [...times, nowMs]);
    if (this.#uses.size > maxKeys) this.#uses.delete(this.#uses.keys().next().value as string);
  }
}
