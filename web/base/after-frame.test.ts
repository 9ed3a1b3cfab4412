import { expect, test } from "vitest";
import { unlessFast } from "./after-frame.ts";

test("what took long the last time is put off, what was quick is done at once", () => {
  let clock = 0;
  const later: (() => void)[] = [];
  const defer = unlessFast(
    (run) => void later.push(run),
    10,
    () => clock,
  );
  const takes = (ms: number) => () => void (clock += ms);
  defer(takes(9));
  expect([clock, later.length], "the first time is unknown").toEqual([0, 1]);
  later.pop()?.();
  defer(takes(10));
  expect([clock, later.length]).toEqual([19, 0]);
  defer(takes(1));
  expect([clock, later.length], "ten were too long").toEqual([19, 1]);
  later.pop()?.();
  defer(takes(2));
  expect(clock).toBe(22);
});
