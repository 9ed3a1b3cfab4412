/**
 * A queue in which every key gets a turn: a caller with much work queued waits for its own, and does not delay others.
 */
export interface FairQueueLimits {
  readonly ofAll: number;
  readonly ofOne: number;
}

export class FairQueue<T> {
  readonly #limits: FairQueueLimits;
  /** The one whose turn is next at the beginning; none of them is empty. */
  readonly #lines = new Map<string, T[]>();
  #length = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @returns false when there is no room for it */
  push(from: string, item: T): boolean {
    const line = this.#lines.get(from) ?? [];
    if (this.#length >= this.#limits.ofAll || line.length >= this.#limits.ofOne) return false;
    line.push(item);
    this.#lines.set(from, line);
    this.#length += 1;
    return true;
  }

  shift(): T | undefined {
    for (const [from, line] of this.#lines) {
      const item = line.shift();
      this.#lines.delete(from);
      if (line.length > 0) this.#lines.set(from, line);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }
}
