/** Scopes inside each other, for things that are lent only during a callback. */

/**
 * Runs `work` with what `lend` provides for each item. Everything stays valid until `work` ends.
 *
 * @param lend provides for one item by calling `next`, and waits for it
 */
export async function withEach<Item, Lent, T>(
  items: readonly Item[],
  lend: (item: Item, index: number, next: (lent: Lent) => Promise<T>) => Promise<T>,
  work: (lent: readonly Lent[]) => Promise<T>,
): Promise<T> {
  const enter = async (index: number, lent: readonly Lent[]): Promise<T> => {
    if (index === items.length) return await work(lent);
    return await lend(items[index]!, index, async (one) => await enter(index + 1, [...lent, one]));
  };
  return await enter(0, []);
}
