import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { HeldMessages } from "./held-messages.ts";
import { withIo } from "./io.ts";
import { note, warn, writeResult } from "./output.ts";

test("messages appear when they are printed, those of each work together; results appear at once", async () => {
  const [out, err] = [new PassThrough({ encoding: "utf8" }), new PassThrough({ encoding: "utf8" })];
  const [left, right] = [new HeldMessages(), new HeldMessages()];
  await withIo({ out, err, input: new PassThrough(), env: {}, exitCode: 0 }, async () => {
    const slow = Promise.withResolvers<void>();
    const both = [
      left.during(async () => {
        note("left begins");
        await slow.promise;
        warn("left ends");
      }),
      right.during(async () => {
        note("right");
        await writeResult("done\n");
        slow.resolve();
      }),
    ];
    await Promise.all(both);
    expect([out.read(), err.read()]).toEqual(["done\n", null]);
    note("Both are done.");
    left.print();
    right.print();
    right.print();
  });
  expect(err.read()).toBe("Both are done.\nleft begins\nwarning: left ends\nright\n");
});
