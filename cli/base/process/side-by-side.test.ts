import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { sideBySide, type Outcome } from "./side-by-side.ts";

async function outcomesOf(
  things: readonly number[],
  limit: number,
  work: (thing: number) => Promise<string>,
  isLast: (error: unknown) => boolean = () => false,
): Promise<(Outcome<string> | undefined)[]> {
  const outcomes: (Outcome<string> | undefined)[] = [];
  for await (const [, outcome] of sideBySide(things, { limit, work, isLast })) outcomes.push(outcome);
  return outcomes;
}

test("works on several at a time, and yields them in order", async () => {
  let [now, most] = [0, 0];
  const outcomes = await outcomesOf([5, 1, 4, 2, 3], 3, async (thing) => {
    most = Math.max(most, ++now);
    await sleep(thing);
    now--;
    return `${thing}`;
  });
  expect(outcomes).toEqual(["5", "1", "4", "2", "3"].map((value) => ({ value })));
  expect(most).toBe(3);
});

test("begins nothing after a failure that ends it, and finishes what is in progress", async () => {
  const finished: number[] = [];
  const work = async (thing: number): Promise<string> => {
    if (thing === 1) throw new Error("refused");
    await sleep(5);
    finished.push(thing);
    return "made";
  };
  const made = { value: "made" };
  const error = new Error("refused");
  expect(await outcomesOf([0, 1, 2, 3], 2, work)).toEqual([made, { error }, made, made]);
  expect(await outcomesOf([0, 1, 2, 3], 2, work, () => true)).toEqual([made, { error }, undefined, undefined]);
  expect(finished).toEqual([0, 2, 3, 0]);
  expect(await outcomesOf([0, 1], 0, work)).toEqual([undefined, undefined]);
});

test("a reader that stops waits for what is in progress", async () => {
  let now = 0;
  const work = async (thing: number): Promise<void> => {
    now++;
    await sleep(thing === 0 ? 0 : 5);
    now--;
  };
  for await (const _ of sideBySide([0, 1, 2, 3], { limit: 2, work, isLast: () => false })) break;
  expect(now).toBe(0);
});
