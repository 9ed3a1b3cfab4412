/** When a message that failed is sent again. */
import { expect, test } from "vitest";

import { retryDelayMs } from "./webhook.ts";

test("a message is tried for a day, more and more rarely, and then given up", () => {
  const waits: number[] = [];
  for (let wait = retryDelayMs(1); wait !== undefined; wait = retryDelayMs(waits.length + 1)) waits.push(wait);
  expect(waits.slice(0, 3)).toEqual([30_000, 60_000, 120_000]);
  expect(Math.max(...waits)).toBe(3_600_000);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThanOrEqual(24);
  expect(hours).toBeLessThan(25);
});
