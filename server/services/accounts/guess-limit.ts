/**
 * Slows down guessing of passwords and codes. A guess is counted before it is checked: no more guesses run than may
 * still be wrong, and further ones wait for their outcome. So many correct passwords at once all get in, and many wrong
 * ones at once count as if sent one after the other. After the free failures each wrong guess doubles the wait. Kept in
 * memory: losing it at a restart is harmless, and each server of a site counts separately.
 */
import { TooManyRequestsError } from "../../base/errors.ts";
import type { Clock } from "../../ports/clock.ts";

export interface GuessLimitOptions {
  /** Wrong guesses of a key before it has to wait. */
  readonly freeFailures: number;
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
  /** Failures are forgotten after this time without a wrong guess. */
  readonly forgetMs: number;
  /** Must not be affected by the system clock: one set back by a year would lock users out for a year. */
  readonly steadyMs: () => number;
}

/** A guess being checked. Only the first reported outcome counts. */
export interface Guess {
  wrong(): void;
  /** Forgets earlier failures. */
  right(): void;
  /** No result: something else failed. */
  undecided(): void;
}

interface Guesses {
  failures: number;
  lastFailureMs: number;
  /** Number of guesses being checked. */
  running: number;
  readonly waiting: (() => void)[];
}

const minuteMs = 60 * 1000;

/** Limits guesses of passwords and of the codes that go with them. */
export const passwordGuesses = (clock: Clock): GuessLimit =>
  new GuessLimit({
    freeFailures: 10,
    firstWaitMs: minuteMs / 4,
    maxWaitMs: 15 * minuteMs,
    forgetMs: 24 * 60 * minuteMs,
    steadyMs: () => clock.steadyMs(),
  });

const maxKeys = 10_000;
const maxWaiting = 100;

export class GuessLimit {
  readonly #options: GuessLimitOptions;
  /** Least recently used first. */
  readonly #keys = new Map<string, Guesses>();

  constructor(options: GuessLimitOptions) {
    this.#options = options;
  }

  /** The caller must report the outcome, or the key runs out of guesses. @throws TooManyRequestsError */
  async begin(key: string): Promise<Guess> {
    while (true) {
      const guesses = this.#use(key);
      const waitMs = this.#waitMs(guesses);
      if (waitMs > 0) throw new TooManyRequestsError("Too many attempts.", waitMs);
      if (guesses.running < Math.max(1, this.#options.freeFailures - guesses.failures)) return this.#run(guesses);
      if (guesses.waiting.length >= maxWaiting) throw new TooManyRequestsError("Too many attempts at once.", 1000);
      await new Promise<void>((resolve) => guesses.waiting.push(resolve));
    }
  }

  #run(guesses: Guesses): Guess {
    guesses.running += 1;
    let isRunning = true;
    const end = (count: () => void): void => {
      if (!isRunning) return;
      isRunning = false;
      guesses.running -= 1;
      count();
      for (const wake of guesses.waiting.splice(0)) wake();
    };
    return {
      wrong: () =>
        end(() => {
          guesses.failures += 1;
          guesses.lastFailureMs = this.#options.steadyMs();
        }),
      right: () => end(() => void (guesses.failures = 0)),
      undecided: () => end(() => undefined),
    };
  }

  #waitMs({ failures, lastFailureMs }: Guesses): number {
    const { firstWaitMs, freeFailures, maxWaitMs, steadyMs } = this.#options;
    if (failures < freeFailures) return 0;
    const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - freeFailures));
    return lastFailureMs + waitMs - steadyMs();
  }

  #use(key: string): Guesses {
    const guesses = this.#keys.get(key) ?? { failures: 0, lastFailureMs: 0, running: 0, waiting: [] };
    if (this.#options.steadyMs() - guesses.lastFailureMs > this.#options.forgetMs) guesses.failures = 0;
    this.#keys.delete(key);
    this.#keys.set(key, guesses);
    if (this.#keys.size > maxKeys) this.#evictOldest();
    return guesses;
  }

  /** A caller is varying the key: drops the least recently used one, unless it is in use. */
  #evictOldest(): void {
    for (const [key, { running }] of this.#keys) {
      if (running > 0) continue;
      this.#keys.delete(key);
      return;
    }
  }
}
