/** Work on several things at a time, with results in the order of the things, so that output does not depend on speed. */

export type Outcome<R> = { readonly value: R } | { readonly error: unknown };

interface SideBySide<T, R> {
  /** How many are worked on at a time. */
  readonly limit: number;
  readonly work: (thing: T) => Promise<R>;
  /** Nothing else is begun after such a failure. */
  readonly isLast: (error: unknown) => boolean;
}

/** Yields each thing with its outcome; `undefined`: it was not begun. */
export async function* sideBySide<T, R>(
  things: readonly T[],
  { limit, work, isLast }: SideBySide<T, R>,
): AsyncGenerator<readonly [thing: T, outcome: Outcome<R> | undefined]> {
  const left = things.entries();
  const outcomes = things.map(() => Promise.withResolvers<Outcome<R> | undefined>());
  let isOver = false;
  const run = async (): Promise<void> => {
    for (const [index, thing] of left) {
      const outcome = await work(thing).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );
      outcomes[index]?.resolve(outcome);
      if ("error" in outcome && isLast(outcome.error)) isOver = true;
      if (isOver) return;
    }
  };
  const running = Promise.all(Array.from({ length: Math.min(limit, things.length) }, run)).then(() => {
    for (const { resolve } of outcomes) resolve(undefined);
  });
  try {
    for (const [index, thing] of things.entries()) yield [thing, await outcomes[index]?.promise];
  } finally {
    isOver = true;
    await running;
  }
}
