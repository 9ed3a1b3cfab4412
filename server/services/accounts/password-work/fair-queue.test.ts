/** Every key gets a turn, and every wait ends. */
import { expect, test } from "vitest";

import { FairQueue } from "./fair-queue.ts";

test("each caller has its turn, in the order of its own", () => {
  const queue = new FairQueue<string>({ ofAll: 10, ofOne: 10 });
  for (const item of ["a1", "a2", "a3", "b1", "c1", "b2"]) queue.push(item.slice(0, 1), item);
  const order = Array.from({ length: 7 }, () => queue.shift());
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
});

test("a full line takes no more, one's own or that of all, until something has left it", () => {
  const queue = new FairQueue<number>({ ofAll: 3, ofOne: 2 });
  expect([queue.push("a", 1), queue.push("a", 2), queue.push("a", 3)]).toEqual([true, true, false]);
  expect([queue.push("b", 4), queue.push("c", 5)]).toEqual([true, false]);
  expect(queue.shift()).toBe(1);
  expect(queue.push("c", 5)).toBe(true);
});
