import { expect, test } from "vitest";
import { parseTypeHierarchy } from "./type-hierarchy.ts";

test("a tree is good, and its names are kept byte for byte", () => {
  const hierarchy = { cod: "fish", " eel": " fish ", fish: "animal", " fish ": "animal", a: "b", " a": "c" };
  expect(parseTypeHierarchy(hierarchy)).toEqual({ ok: true, hierarchy });
});

test.each([
  [[], "expected an object"],
  [null, "expected an object"],
  [{ " \u00a0\u2003": "a" }, "empty child"],
  [{ "\u0000\u007f": "a" }, "empty child"],
  [{ a: 1 }, 'parent for "a" must be a string'],
  [{ a: " " }, 'empty parent for "a"'],
  [{ a: "\ufeff" }, 'empty parent for "a"'],
  [{ "\u200b": "a" }, "empty child"],
  [{ a: "a" }, 'self edge "a -> a"'],
  [{ x: "a", a: "b", b: "a" }, "cycle a -> b -> a"],
])("%j is refused", (value, reason) => {
  expect(parseTypeHierarchy(value)).toEqual({ ok: false, reason });
});
