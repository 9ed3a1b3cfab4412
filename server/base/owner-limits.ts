/** Limits how much work each owner, an account or an address, has running at a time; the rest waits. */
export class OwnerLimits {
  readonly #max: number;
  readonly #owners = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves when it is the caller's turn. @returns a function that ends the turn; calling it again does nothing */
  async acquire(owner: string): Promise<() => void> {
    const turns = this.#owners.get(owner) ?? { running: 0, waiting: [] };
    this.#owners.set(owner, turns);
    if (turns.running < this.#max) turns.running++;
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = turns.waiting.shift();
      if (next !== undefined) next();
      else if (--turns.running === 0) this.#owners.delete(owner);
    };
  }
}
