/** How long jobs wait for storage: the clock of the tests makes hours pass. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { BusyError } from "../../base/errors.ts";
import { retryWhileUnavailable } from "./retry-while-unavailable.ts";

const hourMs = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("hours of work before the storage is busy do not count as waiting", async () => {
  let attempts = 0;
  const work = async (): Promise<string> => {
    attempts++;
    if (attempts > 1) return "done";
    await new Promise((resolve) => setTimeout(resolve, 3 * hourMs));
    throw new BusyError();
  };
  const result = retryWhileUnavailable(new AbortController().signal, work);
  await vi.advanceTimersByTimeAsync(4 * hourMs);
  await expect(result).resolves.toBe("done");
});

test("after an hour of waiting the error is passed on, and a stop ends a wait", async () => {
  const fails = (): Promise<never> => Promise.reject(new BusyError());
  await Promise.all([
    expect(retryWhileUnavailable(new AbortController().signal, fails)).rejects.toThrow(BusyError),
    vi.advanceTimersByTimeAsync(2 * hourMs),
  ]);

  const stop = new AbortController();
  await Promise.all([
    expect(retryWhileUnavailable(stop.signal, fails)).rejects.toThrow("stopping"),
    vi.advanceTimersByTimeAsync(1500).then(() => stop.abort(new Error("stopping"))),
  ]);
});
