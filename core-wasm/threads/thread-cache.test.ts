import { expect, test } from "vitest";

import { ThreadCache } from "./thread-cache.ts";
import { ThreadLimitError } from "./run-in-thread.ts";

const answers = new URL("./thread-answers.ts", import.meta.url).href;
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { threadId } from "node:worker_threads";
    import { answerCalls } from ${JSON.stringify(answers)};
    answerCalls((call) => {
      if (call === "endless") while (true);
      if (call === "throw") throw new Error("no");
      return threadId;
    }, () => ({}));
  `)}`,
);
const kept = (idleMs?: number): ThreadCache =>
  new ThreadCache({ file, translate: ({ message }) => new Error(message), ...(idleMs !== undefined && { idleMs }) });

test("calls in turn share a thread; calls at the same time have one each", async () => {
  const threads = kept(60_000);
  const first = await threads.run("who", {});
  expect(await threads.run("who", {})).toBe(first);
  const both = await Promise.all([threads.run("who", {}), threads.run("who", {})]);
  expect(new Set(both).size).toBe(2);
  expect(both).toContain(first);
});

test("a call that fails, or takes too long, ends its thread; one without calls ends by itself", async () => {
  const threads = kept(60_000);
  const first = await threads.run("who", {});
  await expect(threads.run("throw", {})).rejects.toThrow("no");
  const second = await threads.run("who", {});
  expect(second).not.toBe(first);
  await expect(threads.run("endless", { timeoutMs: 100 })).rejects.toEqual(new ThreadLimitError("time"));
  expect(await threads.run("who", {})).not.toBe(second);
  const brief = kept(0);
  const one = await brief.run("who", {});
  await expect.poll(async () => (await brief.run("who", {})) !== one).toBe(true);
});
