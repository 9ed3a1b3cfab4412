import { expect, test } from "vitest";
import { compareNatural } from "./natural-sort.ts";

test("numbers sort by value, before text, and case matters", () => {
  const names = ["img10.png", "img9.png", "b.png", "B.png", "7.png", "img9", "img09.png", "007.png", "img100.png"];
  expect(names.toSorted(compareNatural)).toEqual([
    "007.png",
    "7.png",
    "B.png",
    "b.png",
    "img9",
    "img09.png",
    "img9.png",
    "img10.png",
    "img100.png",
  ]);
});

test("runs of digits longer than any integer keep their order", () => {
  const low = "f" + "9".repeat(40);
  const high = "f1" + "0".repeat(40);
  expect(compareNatural(low, high)).toBeLessThan(0);
});

test("text sorts by code point, not by UTF-16 unit", () => {
  expect(compareNatural("\u{1F40B}", "\uFF41")).toBeGreaterThan(0);
});
