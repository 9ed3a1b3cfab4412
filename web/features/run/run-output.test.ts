import { expect, test } from "vitest";

import { initialOutput, isComplete, outputParams } from "./run-output.ts";

test("a result goes into a set of its own unless a person says otherwise", () => {
  const initial = initialOutput("motion");
  expect([outputParams(initial), isComplete(initial)]).toEqual([{ outputSet: "motion" }, true]);
  expect(isComplete({ ...initial, setName: " " })).toBe(false);
  expect(outputParams({ kind: "add", setName: " " })).toEqual({ add: true });
  expect(outputParams({ kind: "replace", setName: "motion" })).toEqual({});
});
