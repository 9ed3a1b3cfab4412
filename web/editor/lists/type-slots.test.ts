import { expect, test } from "vitest";
import { fillSlots, assignType, noSlots } from "./type-slots.ts";

const many = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

test("slots are filled with the most wanted types, and a type keeps its digit", () => {
  const first = fillSlots(noSlots, ["crab", "fish"]);
  expect(first.slots.slice(0, 3)).toEqual(["crab", "fish", undefined]);
  const later = fillSlots(first, ["fish", "eel", "crab"]);
  expect(later.slots.slice(0, 3)).toEqual(["crab", "fish", "eel"]);
});

test("a type that was given takes a free digit", () => {
  const slots = assignType(fillSlots(noSlots, ["crab"]), "eel");
  expect(slots.slots.slice(0, 2)).toEqual(["crab", "eel"]);
  expect(assignType(slots, "eel").slots).toEqual(slots.slots);
});

test("a tenth type takes the place of the one that was given longest ago", () => {
  let slots = fillSlots(noSlots, many);
  expect(slots.slots).toEqual(many.slice(0, 9));
  slots = assignType(slots, "j");
  expect(slots.slots, "of those never given, the least frequent").toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "j",
  ]);
  for (const type of ["b", "a", "c", "d", "e", "f", "g", "h"]) slots = assignType(slots, type);
  expect(assignType(slots, "k").slots.at(-1)).toBe("k");
  expect(assignType(assignType(slots, "j"), "k").slots[1]).toBe("k");
});

test("a type that is gone leaves its digit free", () => {
  const slots = assignType(fillSlots(noSlots, ["crab", "fish"]), "oops");
  expect(fillSlots(slots, ["crab", "fish"]).slots).not.toContain("oops");
  expect(fillSlots(slots, ["fish"]).slots.slice(0, 2)).toEqual([undefined, "fish"]);
});
