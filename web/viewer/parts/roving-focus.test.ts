import { expect, test } from "vitest";
import { targetOf } from "./roving-focus.ts";

test("arrows go one control on and stop at the ends; Home and End go there", () => {
  expect(targetOf("ArrowRight", "horizontal", 1, 4)).toBe(2);
  expect(targetOf("ArrowRight", "horizontal", 3, 4)).toBe(3);
  expect(targetOf("ArrowLeft", "horizontal", 0, 4)).toBe(0);
  expect(targetOf("ArrowDown", "vertical", 1, 4)).toBe(2);
  expect(targetOf("ArrowUp", "vertical", 2, 4)).toBe(1);
  expect(targetOf("Home", "vertical", 2, 4)).toBe(0);
  expect(targetOf("End", "horizontal", 0, 4)).toBe(3);
});

test("other keys, and arrows across, are left to the shortcuts", () => {
  expect(targetOf("ArrowDown", "horizontal", 1, 4)).toBeUndefined();
  expect(targetOf("ArrowLeft", "vertical", 1, 4)).toBeUndefined();
  expect(targetOf("d", "horizontal", 1, 4)).toBeUndefined();
});
