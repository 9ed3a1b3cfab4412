import { afterEach, expect, test } from "vitest";

import { leastBusy, ThreadPool } from "./thread-pool.ts";

const answers = new URL("./thread-answers.ts", import.meta.url).href;
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from "node:worker_threads";
    import { answerCalls } from ${JSON.stringify(answers)};
    answerCalls((call) => (call === "end" ? process.exit(3) : threadId), () => ({}));
  `)}`,
);
const pool = new ThreadPool({ file, size: 2 });

afterEach(() => pool.close());

test("the thread with the least to do, the first of equals; one that has not started has nothing to do", () => {
  const busy = (...waiting: number[]): { waiting: number }[] => waiting.map((count) => ({ waiting: count }));
  expect(leastBusy(busy(0, 0))).toBe(0);
  expect(leastBusy(busy(2, 1, 1))).toBe(1);
  expect(leastBusy([...busy(1), undefined])).toBe(1);
  expect(leastBusy([undefined, undefined])).toBe(0);
});

test("calls at the same time go to several threads, as many as there may be; one after the other to one", async () => {
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => pool.thread().call("who")));
  expect(new Set(atOnce).size).toBe(2);
  const inTurn = [await pool.thread().call("who"), await pool.thread().call("who")];
  expect(new Set(inTurn).size).toBe(1);
});

test("a thread that has ended says with which code, and another takes its place", async () => {
  const first = await pool.thread().call("who");
  await expect(pool.thread().call("end")).rejects.toMatchObject({ message: "the thread has ended", exitCode: 3 });
  expect(await pool.thread().call("who")).not.toBe(first);
});
