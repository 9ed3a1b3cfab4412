import { expect, test } from "vitest";
import { withEach } from "./with-each.ts";

test("if the work fails, what was lent is given back in the same order", async () => {
  const events: string[] = [];
  const failed = withEach(
    ["a", "b"],
    async (name, _index, next: (lent: string) => Promise<void>) => {
      try {
        await next(name);
      } finally {
        events.push(`end ${name}`);
      }
    },
    async () => await Promise.reject(new Error("the work failed")),
  );
  await expect(failed).rejects.toThrow("the work failed");
  expect(events).toEqual(["end b", "end a"]);
});

test("each item is lent inside the one before, and given back after the work", async () => {
  const events: string[] = [];
  const sum = await withEach(
    ["a", "b"],
    async (name, index, next: (lent: string) => Promise<string>) => {
      events.push(`lend ${name}`);
      const result = await next(`${name}${index}`);
      events.push(`end ${name}`);
      return result;
    },
    async (lent) => {
      events.push("work");
      return await Promise.resolve(lent.join("+"));
    },
  );
  expect(sum).toBe("a0+b1");
  expect(events).toEqual(["lend a", "lend b", "work", "end b", "end a"]);
  expect(
    await withEach(
      [],
      async (_item, _index, next) => await next(0),
      async ({ length }) => await Promise.resolve(length),
    ),
  ).toBe(0);
});
