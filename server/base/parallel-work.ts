/** Work that is added one by one and of which several run at the same time; the first error ends all of it. */
export class ParallelWork {
  readonly #count: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(count: number) {
    this.#count = count;
  }

  /** Resolves when the work has started. @throws the first error of earlier work, once none is running */
  async add(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#count) await Promise.race(this.#running);
    if (this.#failure !== undefined) await this.end();
    const one = work()
      .catch((error: unknown) => void (this.#failure ??= { error }))
      .finally(() => this.#running.delete(one));
    this.#running.add(one);
  }

  /** Waits for all work. @throws its first error */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
