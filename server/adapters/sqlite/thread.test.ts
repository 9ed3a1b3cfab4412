/** Long results come from the thread in several messages, and complete. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { ThreadCalls } from "../../../core-wasm/threads/thread-calls.ts";
import { SqliteThread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "wakeline-thread-"));
const thread = new SqliteThread({ path: join(folder, "test.db"), readOnly: false });
afterAll(async () => {
  await thread.close();
  rmSync(folder, { recursive: true });
});

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) SELECT i, ? AS text FROM n`;

test("results of any length are whole and in order, also next to each other", async () => {
  const text = "x".repeat(1000);
  const results = await Promise.all([1, 3000, 100, 7000].map((count) => thread.run(numbers(count), [text])));
  for (const [n, count] of [1, 3000, 100, 7000].entries()) {
    expect(results[n]?.rows).toEqual(Array.from({ length: count }, (_, i) => ({ i, text })));
  }
  expect((await thread.run("SELECT 1 AS one WHERE 0", [])).rows).toEqual([]);
});

test("a long result does not come in one message", async () => {
  // Receiving forty megabytes at once would block the thread that answers requests.
  const calls = vi.spyOn(ThreadCalls.prototype, "call");
  const { rows } = await thread.run(numbers(20_000), ["x".repeat(2000)]);
  expect(rows).toHaveLength(20_000);
  expect(calls.mock.calls.length).toBeGreaterThan(50);
  calls.mockRestore();
});
