/** Long work in parts: the result is the same, and other work runs in between. */
import { expect, test } from "vitest";

import { mapYielding, sortInTurns, TimeSlices } from "./turns.ts";

/** @returns how often a timer fired meanwhile */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await work();
  clearInterval(timer);
  return turns;
}

test("maps in order", async () => {
  const values = Array.from({ length: 1000 }, (_, n) => n);
  expect(await mapYielding(values, (n) => n * 2)).toEqual(values.map((n) => n * 2));
  expect(await mapYielding([], String)).toEqual([]);
});

test("sorts as sort does, equals in their order", async () => {
  for (const length of [0, 1, 1023, 1024, 1025, 5000]) {
    // A fixed pseudo-random order with many equal keys.
    const values = Array.from({ length }, (_, n) => ({ key: (n * 7919) % 97, n }));
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    expect(await sortInTurns(values, byKey)).toEqual(values.toSorted(byKey));
  }
});

test("lets others have their turn", async () => {
  const values = Array.from({ length: 300_000 }, (_, n) => String((n * 7919) % 300_007));
  const compare = (a: string, b: string): number => a.localeCompare(b);
  expect(await turnsDuring(() => sortInTurns(values, compare))).toBeGreaterThan(3);
  const slow = (text: string): string => JSON.stringify(JSON.parse(`[${text},${text},${text}]`));
  expect(await turnsDuring(() => mapYielding(values, slow))).toBeGreaterThan(3);
});

test("those who share turns take one part together before others have theirs", async () => {
  const turns = new TimeSlices();
  const parts: string[] = [];
  const work = async (name: string): Promise<void> => {
    for (let step = 0; step < 3; step++) {
      while (turns.isOver) await turns.next();
      const until = performance.now() + 20;
      while (performance.now() < until);
      parts.push(name);
    }
  };
  const other = setInterval(() => parts.push("other"), 0);
  await Promise.all([work("a"), work("b"), work("c")]);
  clearInterval(other);
  // Each step is longer than a part, so there are never three of one task in a row.
  expect(parts.join(" ")).not.toMatch(/[abc] [abc] [abc]/);
});
