import { expect, test } from "vitest";

import { withStack } from "./with-stack.ts";

const refuse = (error: unknown): never => {
  throw error;
};

test("everything is closed, the last one first, even if one fails", async () => {
  const closed: string[] = [];
  const used = withStack(async (stack) => {
    stack.defer(() => void closed.push("data folder"));
    stack.defer(async () => await Promise.reject(new Error("the database does not close")));
    stack.defer(() => void closed.push("server"));
    return await Promise.resolve("unused");
  }, refuse);
  await expect(used).rejects.toThrow("the database does not close");
  expect(closed).toEqual(["server", "data folder"]);
});

test("the error of the work comes first, and that of closing is reported", async () => {
  const reported: unknown[] = [];
  const used = withStack(
    async (stack, keep) => {
      stack.defer(() => refuse(new Error("the database does not close")));
      keep();
      return await Promise.reject(new Error("the port is taken"));
    },
    (error) => reported.push((error as Error).message),
  );
  await expect(used).rejects.toThrow("the port is taken");
  expect(reported).toEqual(["the database does not close"]);
});

test("what is kept stays open", async () => {
  const closed: string[] = [];
  const kept = await withStack(async (stack, keep) => {
    stack.defer(() => void closed.push("server"));
    keep();
    return await Promise.resolve(stack);
  }, refuse);
  expect(closed).toEqual([]);
  await kept.disposeAsync();
  expect(closed).toEqual(["server"]);
});
