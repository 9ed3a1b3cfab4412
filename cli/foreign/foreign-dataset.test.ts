/** Names of pictures that were in folders. */
import { expect, test } from "vitest";
import { flatNames } from "./foreign-dataset.ts";

const named = (...paths: readonly string[]) => [...flatNames(paths).values()];

test("pictures keep their names, get those of their folders where needed, and never one another's", () => {
  expect(named("a/1.png", "b/2.png")).toEqual(["1.png", "2.png"]);
  expect(named("a/1.png", "b/1.png", "2.png")).toEqual(["a_1.png", "b_1.png", "2.png"]);
  expect(named("a_b/c.png", "a/b_c.png", "x/c.png", "x/b_c.png")).toEqual([
    ...["a_b_c.png", "a_b_c-2.png", "x_c.png", "x_b_c.png"],
  ]);
  expect(named("a/1.png", "A/1.PNG")).toEqual(["a_1.png", "A_1-2.PNG"]);
  // One picture has the name that another one would get.
  expect(named("a/1.png", "b/1.png", "a_1.png")).toEqual(["a_1-2.png", "b_1.png", "a_1.png"]);
});
