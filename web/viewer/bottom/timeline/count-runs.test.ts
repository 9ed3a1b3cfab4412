import { expect, test } from "vitest";
import { runsOf } from "./count-runs.ts";

test("a run ends where any count changes", () => {
  const [fish, crabs] = [Uint32Array.of(1, 1, 2, 2, 2), Uint32Array.of(0, 0, 0, 1, 1)];
  expect(runsOf([fish, crabs], 5)).toEqual([
    { first: 0, last: 1 },
    { first: 2, last: 2 },
    { first: 3, last: 4 },
  ]);
  expect(runsOf([], 3)).toEqual([{ first: 0, last: 2 }]);
  expect(runsOf([fish], 0)).toEqual([]);
});
