/**
 * Disposes of everything that a long-lived object has started, last first, so that a start that fails half way leaves
 * nothing running. (The platform's `AsyncDisposableStack` is not yet in every supported browser, and waits for each
 * part to end before the next; here all parts must stop immediately.)
 */

export class DisposalStack {
  readonly #ends: (() => unknown)[] = [];
  #disposed: Promise<void> | undefined;

  /** Adds `part`, which is disposed of with the stack. */
  use<T extends { dispose(): unknown }>(part: T): T {
    this.defer(() => part.dispose());
    return part;
  }

  /** Calls `end` with the stack, or immediately if the stack has already been disposed of. */
  defer(end: () => unknown): void {
    if (this.#disposed === undefined) this.#ends.push(end);
    else this.#disposed = Promise.all([this.#disposed, run(end)]).then(() => undefined);
  }

  /**
   * Stops every part before it returns, even if one throws; the promise waits for those that take longer, and rejects
   * with the first error. A second call does nothing.
   */
  dispose(): Promise<void> {
    this.#disposed ??= settle(this.#ends.splice(0).toReversed().map(run));
    return this.#disposed;
  }
}

async function run(end: () => unknown): Promise<void> {
  await end();
}

async function settle(endings: readonly Promise<void>[]): Promise<void> {
  const failures = (await Promise.allSettled(endings)).flatMap((each) =>
    each.status === "rejected" ? [each.reason as unknown] : [],
  );
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}
