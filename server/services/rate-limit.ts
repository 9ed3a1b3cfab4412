/** Counts events a key in a sliding window, to slow down guessing. Kept in memory: forgetting it at a restart is harmless. */
import { DomainError } from "../base/errors.ts";

export interface RateLimitOptions {
  /** Events that are allowed within the window. */
  readonly limit: number;
  readonly windowMs: number;
  /** A clock that nobody sets: one that goes back by a year would lock people out for a year. */
  readonly steadyMs: () => number;
}

const MAX_KEYS = 10_000;

export class RateLimit {
  readonly #options: RateLimitOptions;
  /** Times of the events, oldest first. */
  readonly #events = new Map<string, number[]>();

  constructor(options: RateLimitOptions) {
    this.#options = options;
  }

  /** @throws DomainError 429 when the key has used up its events */
  check(key: string): void {
    const events = this.#recent(key);
    const [oldest] = events;
    if (oldest === undefined || events.length < this.#options.limit) return;
    const seconds = Math.max(1, Math.ceil((oldest + this.#options.windowMs - this.#options.steadyMs()) / 1000));
    throw new DomainError("rest", `Too many attempts. Try again in ${seconds} seconds.`, { status: 429 });
  }

  record(key: string): void {
    const events = this.#recent(key);
    events.push(this.#options.steadyMs());
    this.#events.delete(key);
    this.#events.set(key, events);
    // The least recently used key goes when there are too many: somebody is varying it.
    if (this.#events.size > MAX_KEYS) this.#events.delete(this.#events.keys().next().value as string);
  }

  forget(key: string): void {
    this.#events.delete(key);
  }

  #recent(key: string): number[] {
    const since = this.#options.steadyMs() - this.#options.windowMs;
    return (this.#events.get(key) ?? []).filter((time) => time > since);
  }
}
