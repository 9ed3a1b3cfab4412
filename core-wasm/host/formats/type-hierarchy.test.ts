import { expect, test } from "vitest";
import { parseTypeHierarchy } from "./type-hierarchy.ts";

test("a tree is good", () => {
  expect(parseTypeHierarchy({ cod: "fish", eel: " fish ", fish: "animal" })).toEqual({
    ok: true,
    hierarchy: { cod: "fish", eel: "fish", fish: "animal" },
  });
});

test.each([
  [[], "expected an object"],
  [null, "expected an object"],
  [{ " ": "a" }, "empty child"],
  [{ a: 1 }, 'parent for "a" must be a string'],
  [{ a: " " }, 'empty parent for "a"'],
  [{ a: "a" }, 'self edge "a -> a"'],
  [{ x: "a", a: "b", b: "a" }, "cycle a -> b -> a"],
  [{ a: "b", " a": "c" }, 'conflicting parents for "a": "b" and "c"'],
])("%j is refused", (value, reason) => {
  expect(parseTypeHierarchy(value)).toEqual({ ok: false, reason });
});
