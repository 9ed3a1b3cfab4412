import { expect, test } from "vitest";

import { limitConcurrency } from "./limit-concurrency.ts";

test("so many at the same time, in the order in which they came, also when some fail", async () => {
  const inTurn = limitConcurrency(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => async (): Promise<number> => {
    begun.push(n);
    await new Promise<void>((resolve) => (ends[n] = resolve));
    if (n === 1) throw new Error("failed");
    return n;
  };
  const all = [0, 1, 2, 3].map((n) => inTurn(work(n)));
  const settled = Promise.allSettled(all);
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await expect(all[1]).rejects.toThrow("failed");
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await expect.poll(() => begun).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
});
