import { PassThrough } from "node:stream";

import { expect, test } from "vitest";

import { type Io, withIo } from "./io.ts";
import { limitOf, printTruncated } from "./limit-option.ts";

function ioOf(isTerminal: boolean): Io & { readonly err: PassThrough } {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  return { out: Object.assign(out, { isTTY: isTerminal }), err, input, env: {}, exitCode: 0 };
}

test("a pipe gets the whole list, a terminal as much as it has room for, and a cut is said to both", async () => {
  for (const [isTerminal, limit] of [
    [true, 30],
    [false, 0],
  ] as const) {
    const own = ioOf(isTerminal);
    await withIo(own, async () => {
      expect(limitOf({})).toBe(limit);
      expect(limitOf({ limit: 7 })).toBe(7);
      printTruncated(7, 65, "dataset");
      printTruncated(65, 65, "dataset");
    });
    expect(String(own.err.read())).toBe("7 of 65 datasets; --limit 0 shows all.\n");
  }
});
