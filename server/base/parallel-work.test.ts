import { expect, test } from "vitest";

import { ParallelWork } from "./parallel-work.ts";

test("as many as it says run at the same time; the end waits for all", async () => {
  const several = new ParallelWork(3);
  let [running, max, done] = [0, 0, 0];
  for (let n = 0; n < 10; n++) {
    await several.add(async () => {
      max = Math.max(max, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      done++;
    });
  }
  await several.end();
  expect([max, done]).toEqual([3, 10]);
});

test("the first error ends it, once nothing is running", async () => {
  const several = new ParallelWork(2);
  let isOver = false;
  await several.add(async () => Promise.reject(new Error("first")));
  await several.add(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isOver = true;
  });
  await expect(several.add(async () => undefined)).rejects.toThrow("first");
  expect(isOver).toBe(true);
  await expect(several.end()).rejects.toThrow("first");
});
