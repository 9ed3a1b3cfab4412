import { expect, test } from "vitest";
import { differenceText } from "./difference-text.ts";
import { gridOf, placesAround, placesInGrid } from "./camera-places.ts";

test("cameras lie as the room is: side by side where it is wide, one above the other where it is high", () => {
  const shapes = [2, 3, 4, 8].map((count) => [gridOf(count, 1200, 600), gridOf(count, 500, 900)]);
  expect(shapes.map((both) => both.map(({ columns, rows }) => `${columns}x${rows}`))).toEqual([
    ["2x1", "1x2"],
    ["2x2", "1x3"],
    ["2x2", "1x4"],
    ["3x3", "2x4"],
  ]);
  expect(placesInGrid(3, 1200, 600).areas).toEqual(["1 / 1", "1 / 2", "2 / 1"]);
});

test("one large, the others in their order beside it or below it", () => {
  expect(placesAround(1, 3, 1200, 600).areas).toEqual(["1 / 2", "1 / 1 / 3 / 2", "2 / 2"]);
  expect(placesAround(1, 3, 500, 900).areas).toEqual(["2 / 1", "1 / 1 / 2 / 3", "2 / 2"]);
});

test("by how much a picture is off", () => {
  expect([0.0123, -0.004, 0.0001].map(differenceText)).toEqual(["+12 ms", "−4 ms", "±0 ms"]);
});
