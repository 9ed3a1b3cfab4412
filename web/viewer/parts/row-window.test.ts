import { expect, test } from "vitest";
import { drawnRows, rowView, scrollTopFor } from "./row-window.ts";

test("a long list draws the rows in view and four beyond each end, wherever it is scrolled", () => {
  expect(drawnRows(rowView(0, 420, 70), 100_000)).toEqual({ from: 0, to: 11 });
  expect(drawnRows(rowView(70 * 500 + 30, 420, 70), 100_000)).toEqual({ from: 496, to: 511 });
  expect(drawnRows(rowView(70 * 100_000 - 420, 420, 70), 100_000)).toEqual({ from: 99_989, to: 100_000 });
});

test("a list that is shorter than its view is drawn whole, an empty one not at all", () => {
  expect(drawnRows(rowView(0, 420, 70), 3)).toEqual({ from: 0, to: 3 });
  expect(drawnRows(rowView(0, 420, 70), 0)).toEqual({ from: 0, to: 0 });
});

test("a list that has become shorter is drawn at its end before the browser has scrolled", () => {
  expect(drawnRows(rowView(70 * 9000, 420, 70), 50)).toEqual({ from: 39, to: 50 });
});

test("the view steps by whole rows", () => {
  expect(rowView(139, 420, 70)).toEqual(rowView(71, 420, 70));
  expect(rowView(140, 420, 70)).not.toEqual(rowView(139, 420, 70));
});

test("a row that is not seen whole is scrolled to by the shortest way, one that is seen is left where it is", () => {
  expect(scrollTopFor(2, 700, 420, 70)).toBe(140);
  expect(scrollTopFor(20, 700, 420, 70)).toBe(1050);
  expect(scrollTopFor(12, 700, 420, 70)).toBe(700);
  expect(scrollTopFor(0, 0, 420, 70)).toBe(0);
});
