import { expect, test } from "vitest";

import { leastBusy } from "./thread-calls.ts";

test("the thread with the least to do, the first of equals; one that has not started has nothing to do", () => {
  const busy = (...waiting: number[]): { waiting: number }[] => waiting.map((count) => ({ waiting: count }));
  expect(leastBusy(busy(0, 0))).toBe(0);
  expect(leastBusy(busy(2, 1, 1))).toBe(1);
  expect(leastBusy([...busy(1), undefined])).toBe(1);
  expect(leastBusy([undefined, undefined])).toBe(0);
});
