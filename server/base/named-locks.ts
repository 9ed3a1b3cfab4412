/** Locks by name: work that needs the same name runs one after the other, in order of arrival. */
import { BusyError } from "./errors.ts";

export class NamedLocks {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Resolves when the caller holds all of these names. @returns a function that releases them
   * @throws BusyError after `timeoutMs`
   */
  async acquire(names: readonly string[], timeoutMs: number): Promise<() => void> {
    const before = Promise.all(names.map((name) => this.#last.get(name)));
    const { promise, resolve } = Promise.withResolvers<void>();
    // All names at once: of two that need the same names, one comes first at all of them, so they cannot deadlock.
    for (const name of names) this.#last.set(name, promise);
    const leave = (): void => {
      resolve();
      for (const name of names) if (this.#last.get(name) === promise) this.#last.delete(name);
    };
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new BusyError()), timeoutMs);
    try {
      await Promise.race([before, late]);
    } catch (error) {
      // The next one still waits for those before it.
      void before.then(leave);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return leave;
  }
}
