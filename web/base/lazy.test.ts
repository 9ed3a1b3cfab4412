import { expect, test } from "vitest";

import { isAwaiting, lazily, lazyFunction, stopAwaiting, whenLoaded } from "./lazy.ts";

test("code is fetched once, and again after a failure; what needs it runs at once where it is there", async () => {
  let fetches = 0;
  const code = lazily(async () => {
    fetches += 1;
    if (fetches === 1) throw new Error("offline");
    return { fetches };
  });
  await expect(code.load()).rejects.toThrow("offline");
  expect(code.loaded).toBeUndefined();
  expect(await Promise.all([code.load(), code.load()])).toEqual([{ fetches: 2 }, { fetches: 2 }]);
  let isRun = false;
  whenLoaded([code], () => (isRun = true));
  expect([isRun, isAwaiting()]).toEqual([true, false]);
});

test("keys rest from the request on until it has run; a request that was taken back does not run", async () => {
  const { promise, resolve } = Promise.withResolvers<(name: string) => void>();
  const opened: string[] = [];
  const open = lazyFunction(() => promise);
  open("first");
  stopAwaiting();
  expect(isAwaiting()).toBe(false);
  open("second");
  expect(isAwaiting()).toBe(true);
  resolve((name) => void opened.push(`${name}, keys rest: ${isAwaiting()}`));
  await open.load();
  await expect.poll(isAwaiting).toBe(false);
  expect(opened).toEqual(["second, keys rest: true"]);
  open("third");
  expect(opened.at(-1)).toBe("third, keys rest: false");
});
