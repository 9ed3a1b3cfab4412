import { expect, test } from "vitest";
import { DisposalStack } from "./disposal-stack.ts";

test("all parts stop at once, the last first, even if one throws; the end waits for the slow ones", async () => {
  const ended: string[] = [];
  const slow = Promise.withResolvers<void>();
  const stack = new DisposalStack();
  stack.defer(() => slow.promise.then(() => ended.push("slow")));
  stack.defer(() => {
    throw new Error("broken");
  });
  const part = { dispose: () => ended.push("part") };
  expect(stack.use(part)).toBe(part);
  const end = stack.dispose();
  expect(ended).toEqual(["part"]);
  slow.resolve();
  await expect(end).rejects.toThrow("broken");
  expect(ended).toEqual(["part", "slow"]);
});

test("what begins too late ends at once, and nothing ends twice", async () => {
  let count = 0;
  const stack = new DisposalStack();
  stack.defer(() => (count += 1));
  await stack.dispose();
  stack.defer(() => (count += 10));
  await stack.dispose();
  expect(count).toBe(11);
});
