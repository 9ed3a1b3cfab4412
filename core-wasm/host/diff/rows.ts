/** Iterates over several documents at once, by ascending id. */

interface Row {
  readonly id: number;
  readonly json: string;
}

/** For every id in any list, the row of each list; lists are in ascending order of ids. */
export function* sideBySide<R extends Row>(
  lists: readonly Iterable<R>[],
): Generator<[id: number, ...(R | undefined)[]]> {
  const walks = lists.map((list) => list[Symbol.iterator]());
  const heads = walks.map((walk) => walk.next());
  while (true) {
    let id = Number.POSITIVE_INFINITY;
    for (const { done, value } of heads) if (done !== true) id = Math.min(id, (value as R).id);
    if (id === Number.POSITIVE_INFINITY) return;
    const rows = heads.map(({ done, value }) => (done !== true && (value as R).id === id ? (value as R) : undefined));
    yield [id, ...rows];
    for (const [index, row] of rows.entries()) if (row !== undefined) heads[index] = walks[index]!.next();
  }
}
