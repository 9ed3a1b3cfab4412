/**
 * What a long-lived object has begun, ended in one go, the last first: what fails half way through a beginning leaves
 * nothing alive. (The platform's `AsyncDisposableStack` is not yet in every browser that the application supports, and
 * ends one part only after the one before has ended, where ours must all stop at once.)
 */

export class DisposalStack {
  readonly #ends: (() => unknown)[] = [];
  #disposed: Promise<void> | undefined;

  /** Disposes of `part` with the stack. */
  use<T extends { dispose(): unknown }>(part: T): T {
    this.defer(() => part.dispose());
    return part;
  }

  /** Calls `end` with the stack; at once when that has ended already: then something began too late. */
  defer(end: () => unknown): void {
    if (this.#disposed === undefined) this.#ends.push(end);
    else this.#disposed = Promise.all([this.#disposed, run(end)]).then(() => undefined);
  }

  /**
   * Every part stops before this returns, even if one throws; the promise waits for those that take longer, and rejects
   * with what was thrown. Does nothing the second time.
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
