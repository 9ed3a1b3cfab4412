/** How many guesses are allowed, one after the other and concurrently. */
import { expect, test } from "vitest";

import { type Guess, GuessLimit } from "./guess-limit.ts";

const secondMs = 1000;

function startLimit(): { limit: GuessLimit; setMs: (ms: number) => void } {
  let steadyMs = 0;
  const limit = new GuessLimit({
    freeFailures: 3,
    firstWaitMs: 10 * secondMs,
    maxWaitMs: 60 * secondMs,
    forgetMs: 3600 * secondMs,
    steadyMs: () => steadyMs,
  });
  return { limit, setMs: (ms) => void (steadyMs = ms) };
}

const guessWrong = async (limit: GuessLimit, key = "ada"): Promise<void> => (await limit.begin(key)).wrong();

test("after the free failures each one doubles the wait, up to the longest", async () => {
  const { limit, setMs } = startLimit();
  for (let n = 0; n < 3; n++) await guessWrong(limit);
  let nowMs = 0;
  for (const seconds of [10, 20, 40, 60, 60]) {
    await expect(limit.begin("ada")).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: seconds,
      message: `Too many attempts. Try again in ${seconds} seconds.`,
    });
    nowMs += seconds * secondMs;
    setMs(nowMs - 1);
    await expect(limit.begin("ada")).rejects.toMatchObject({ retryAfterSeconds: 1 });
    setMs(nowMs);
    await guessWrong(limit);
  }
});

test("another key is not concerned, a right guess starts over, and so does a long time without a wrong one", async () => {
  const { limit, setMs } = startLimit();
  for (let n = 0; n < 3; n++) await guessWrong(limit);
  await guessWrong(limit, "bob");
  setMs(10 * secondMs);
  (await limit.begin("ada")).right();
  for (let n = 0; n < 3; n++) await guessWrong(limit);
  await expect(limit.begin("ada")).rejects.toThrow("Too many attempts.");
  setMs(10 * secondMs + 3601 * secondMs);
  for (let n = 0; n < 3; n++) await guessWrong(limit);
});

test("of many guesses at once no more are looked at than may be wrong; right ones all get in", async () => {
  const { limit } = startLimit();
  let begun = 0;
  const begin = (): Promise<Guess | Error> =>
    limit.begin("ada").then(
      (guess) => {
        begun += 1;
        return guess;
      },
      (error: Error) => error,
    );
  const wrong = Array.from({ length: 50 }, () => begin());
  await new Promise(setImmediate);
  expect(begun).toBe(3);
  for (const guess of await Promise.all(wrong.slice(0, 3))) (guess as Guess).wrong();
  expect((await Promise.all(wrong.slice(3))).every((result) => result instanceof Error)).toBe(true);
  expect(begun).toBe(3);

  const other = startLimit().limit;
  const right = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const guess = await other.begin("ada");
      await new Promise(setImmediate);
      guess.right();
      return "in";
    }),
  );
  expect(right).toEqual(Array(50).fill("in"));
});

test("an undecided guess counts against no one, and occupies no slot", async () => {
  const { limit } = startLimit();
  for (let n = 0; n < 20; n++) (await limit.begin("ada")).undecided();
  const guess = await limit.begin("ada");
  guess.right();
  guess.wrong();
  for (let n = 0; n < 3; n++) await guessWrong(limit);
  await expect(limit.begin("ada")).rejects.toThrow("Too many attempts.");
});

test("waiting callers and keys are bounded; keys in use stay", async () => {
  const { limit } = startLimit();
  const all = Array.from({ length: 104 }, () => limit.begin("ada").catch((error: Error) => error.message));
  expect(await all.at(-1)).toBe("Too many attempts at once. Try again in 1 second.");
  for (let n = 0; n < 20_000; n++) await guessWrong(limit, `user${n}`);
  // Three are still being checked: dropping the key would let three more in.
  await expect(limit.begin("ada")).rejects.toThrow("Too many attempts at once.");
});
