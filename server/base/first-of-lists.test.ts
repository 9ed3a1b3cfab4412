import { expect, test } from "vitest";
import { firstOfLists, type ListRead } from "./first-of-lists.ts";

/** Lists of numbers, and how many numbers were read of each. */
function setUp(lists: readonly (readonly number[])[]) {
  const counts = lists.map(() => 0);
  const read = (some: readonly ListRead<number, number>[]) => {
    const found = some.map(({ list, after, count }) => {
      const items = lists[list]!.filter((item) => after === undefined || item > after).slice(0, count);
      counts[list]! += items.length;
      return items;
    });
    return Promise.resolve(found);
  };
  const first = (limit: number, shareOf: () => number = () => Math.ceil(limit / lists.length)) =>
    firstOfLists([...lists.keys()], { limit, shareOf, compare: (a, b) => a - b, read });
  return { counts, first };
}

const upTo = (length: number, valueOf: (n: number) => number): number[] => Array.from({ length }, (_, n) => valueOf(n));

test("lists are merged, however unevenly the first items are spread over them", async () => {
  const lists = [upTo(500, (n) => n * 3), upTo(500, (n) => 100_000 + n), [], upTo(4, (n) => n * 7 + 1)];
  const sorted = lists.flat().sort((a, b) => a - b);
  for (const limit of [1, 3, 100, 503, 504, 2000]) {
    expect(await setUp(lists).first(limit)).toEqual(sorted.slice(0, limit));
    expect(await setUp(lists).first(limit, () => 0)).toEqual(sorted.slice(0, limit));
  }
  expect(await setUp([]).first(5)).toEqual([]);
});

test("of a list whose items come later, no more is read than at first", async () => {
  const { counts, first } = setUp([upTo(500, (n) => n), upTo(500, (n) => 1000 + n), upTo(500, (n) => n + 0.5)]);
  await first(300);
  expect(counts[1]).toBe(108);
  expect(counts[0]).toBeLessThan(400);
});
