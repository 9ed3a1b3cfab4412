import { expect, test } from "vitest";
import { sortNameOf } from "./sort-name.ts";

test("numbers sort by their value, letters in one case", () => {
  const names = ["clone 10", "Clone 2", "clone 1", "clone 007", "a0", "a", "clone 100", "b 9 x 10", "b 9 x 9"];
  const bySortName = names.toSorted((a, b) => (sortNameOf(a) < sortNameOf(b) ? -1 : 1));
  expect(bySortName).toEqual([
    "a",
    "a0",
    "b 9 x 9",
    "b 9 x 10",
    "clone 1",
    "Clone 2",
    "clone 007",
    "clone 10",
    "clone 100",
  ]);
});
