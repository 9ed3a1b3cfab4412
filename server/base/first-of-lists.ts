/** The first items of many sorted lists as one list, reading no more of each than that takes. */

/** The next items of one list. */
export interface ListRead<List, Item> {
  readonly list: List;
  /** The last item that was read. */
  readonly after: Item | undefined;
  readonly count: number;
}

interface Wanted<List, Item> {
  readonly limit: number;
  /** How many items of the list are probably among the first ones. */
  shareOf(list: List): number;
  /** Negative: `a` is first. */
  compare(a: Item, b: Item): number;
  /** The next items of each of these lists, sorted; fewer than `count`: no more follow. */
  read(some: readonly ListRead<List, Item>[]): Promise<readonly (readonly Item[])[]>;
}

/** Read of each list in addition to its share. */
const spare = 8;

export async function firstOfLists<List, Item>(
  lists: readonly List[],
  { limit, shareOf, compare, read }: Wanted<List, Item>,
): Promise<Item[]> {
  const heads = lists.map((list) => {
    return { list, items: [] as Item[], count: Math.min(limit, shareOf(list) + spare), isWhole: false };
  });
  let merged: Item[] = [];
  let short = heads;
  while (short.length > 0) {
    const found = await read(short.map(({ list, items, count }) => ({ list, after: items.at(-1), count })));
    for (const [n, head] of short.entries()) {
      const items = found[n] ?? [];
      head.items.push(...items);
      head.isWhole = items.length < head.count;
      head.count = Math.min(limit, 2 * head.count);
    }
    merged = heads.flatMap(({ items }) => items).sort(compare);
    const last = merged[limit - 1];
    // Whatever else the other lists have comes after the last item.
    short = heads.filter(({ items, isWhole }) => !isWhole && (last === undefined || compare(items.at(-1)!, last) < 0));
  }
  return merged.slice(0, limit);
}
