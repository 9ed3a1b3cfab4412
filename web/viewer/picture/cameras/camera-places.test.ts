import { expect, test } from "vitest";
import { differenceText } from "./difference-text.ts";
import { gridOf, placesAround, placesInGrid, type Size } from "./camera-places.ts";

const [wide, old, tall] = [
  { width: 1920, height: 1080 },
  { width: 640, height: 480 },
  { width: 1080, height: 1920 },
];
/** The room for the canvas in windows of 1440, 1024 and 720 pixels, with and without the panel next to it. */
const rooms = {
  large: { width: 1100, height: 640 },
  middle: { width: 700, height: 520 },
  small: { width: 700, height: 760 },
};
const times = (count: number, size: Size): Size[] => Array.from({ length: count }, () => size);
const grids = (pictures: readonly Size[]): string[] =>
  Object.values(rooms).map((room) => {
    const { columns, rows } = gridOf(pictures, room);
    return `${columns}x${rows}`;
  });

test("cameras lie so that their pictures are largest, whatever their shapes", () => {
  expect(grids(times(2, old))).toEqual(["2x1", "2x1", "1x2"]);
  expect(grids(times(2, wide))).toEqual(["2x1", "1x2", "1x2"]);
  expect(grids(times(3, tall))).toEqual(["3x1", "3x1", "3x1"]);
  expect(grids(times(4, wide))).toEqual(["2x2", "2x2", "2x2"]);
  expect(grids([...times(3, wide), ...times(3, old), ...times(2, tall)])).toEqual(["3x3", "3x3", "2x4"]);
  expect(grids(times(1, wide))).toEqual(["1x1", "1x1", "1x1"]);
  expect(placesInGrid(times(3, wide), rooms.large).areas).toEqual(["1 / 1", "1 / 2", "2 / 1"]);
});

test("before the room is measured there is a place for each", () => {
  expect(placesInGrid(times(2, wide), { width: 0, height: 0 }).areas).toEqual(["1 / 1", "1 / 2"]);
});

test("one large, the others in their order next to it or below it", () => {
  expect(placesAround(1, times(3, wide), { width: 1200, height: 600 }).areas).toEqual([
    "1 / 2",
    "1 / 1 / 3 / 2",
    "2 / 2",
  ]);
  expect(placesAround(1, times(3, wide), { width: 500, height: 900 }).areas).toEqual([
    "2 / 1",
    "1 / 1 / 2 / 3",
    "2 / 2",
  ]);
  // Portrait pictures leave room next to them where others would not.
  expect(placesAround(0, times(2, tall), { width: 700, height: 760 }).areas[1]).toBe("1 / 2");
});

test("by how much a picture is off", () => {
  expect([0.0123, -0.004, 0.0001].map(differenceText)).toEqual(["+12 ms", "−4 ms", "±0 ms"]);
});
