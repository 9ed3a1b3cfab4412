/** Random choices that are the same for the same seed, so that every input can be reproduced from its number. */
import { seededRandom } from "../support/random.ts";

export class Random {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  /** An integer 0 <= n < limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (list.length === 0) throw new Error("There is nothing to pick from.");
    return chosen as T;
  }
}
