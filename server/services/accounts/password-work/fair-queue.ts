/** A queue in which keys alternate: a caller with much queued work waits for its own, and does not delay others. */
export interface FairQueueLimits {
  readonly ofAll: number;
  readonly ofOne: number;
}

export class FairQueue<T> {
  readonly #limits: FairQueueLimits;
  /** The key whose turn is next comes first; none of them is empty. */
  readonly #lines = new Map<string, T[]>();
  #length = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /** @returns false if the queue is full */
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
