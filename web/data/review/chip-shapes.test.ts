import { expect, test } from "vitest";
import type { ChipBox } from "./chip-place.ts";
import { type Handle, handlesOf, hasTooManyPoints, isRotated, moveHandle, placeOf } from "./chip-shapes.ts";

const item = (type: string, coordinates: unknown, properties: object = {}) => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});
const boxOf = (...features: ReturnType<typeof item>[]): ChipBox => ({
  frame: 3,
  bounds: [10, 20, 30, 50],
  ...(features.length > 0 && { geometry: { type: "FeatureCollection", features } }),
});

test("a corner moves its two edges by whole pixels, and stops before the opposite one", () => {
  const box = boxOf();
  const moved = (corner: 0 | 1 | 2 | 3, x: number, y: number) => moveHandle(box, { corner }, [x, y])[0].bounds;
  expect(handlesOf(box).map((handle) => placeOf(box, handle))).toEqual([
    [10, 20],
    [30, 20],
    [30, 50],
    [10, 50],
  ]);
  expect(moved(0, 4.6, 25.2)).toEqual([5, 25, 30, 50]);
  expect(moved(1, 40, 10)).toEqual([10, 10, 40, 50]);
  expect(moved(2, 0, 0)).toEqual([10, 20, 11, 21]);
  expect(moved(3, 90, 60)).toEqual([29, 20, 30, 60]);
});

test("points at one place move together, and the box of an outline is around it", () => {
  const outline = [[[12, 22], [28, 22], [20, 48], [12, 22]]]; // prettier-ignore
  const box = boxOf(item("Polygon", outline, { key: "" }));
  const handles = handlesOf(box);
  expect(handles).toHaveLength(4 + 3);
  const [moved, handle] = moveHandle(box, handles[4]!, [3.456, 22]);
  expect(moved.geometry).toEqual({
    type: "FeatureCollection",
    features: [item("Polygon", [[[3.46, 22], [28, 22], [20, 48], [3.46, 22]]], { key: "" })], // prettier-ignore
  });
  expect([handle, moved.bounds]).toEqual([{ place: [3.46, 22], points: [0, 3] }, [3, 22, 28, 48]]);
});

test("a head moves with the end of its line, and the box grows where they leave it", () => {
  const line = item("LineString", [[12, 30], [28, 40]], { key: "HeadTails" }); // prettier-ignore
  const box = boxOf(item("Point", [12, 30], { key: "head" }), item("Point", [28, 40], { key: "tail" }), line);
  const handles = handlesOf(box);
  expect(handles).toHaveLength(4 + 2);
  const [moved] = moveHandle(box, handles[4]!, [14, 31]);
  const places = (moved.geometry as { features: (typeof line)[] }).features.map(({ geometry }) => geometry.coordinates);
  expect(places).toEqual([[14, 31], [28, 40], [[14, 31], [28, 40]]]); // prettier-ignore
  expect(moved.bounds).toEqual(box.bounds);
  expect(moveHandle(box, handles[4]!, [4.6, 31])[0].bounds).toEqual([5, 20, 30, 50]);
});

test("a point that is moved across another leaves it where it is", () => {
  const outline = [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]; // prettier-ignore
  let box = boxOf(item("Polygon", outline));
  let handle = handlesOf(box)[4]!;
  for (let x = 1; x <= 11; x += 1) [box, handle] = moveHandle(box, handle, [x, 0]);
  expect(box.geometry).toMatchObject({
    features: [item("Polygon", [[[11, 0], [10, 0], [10, 10], [0, 10], [11, 0]]])], // prettier-ignore
  });
});

test("the box of an outline shrinks to it when the outline changes, not when its head does", () => {
  const outline = [[[12, 22], [28, 22], [20, 48], [12, 22]]]; // prettier-ignore
  const box = boxOf(item("Polygon", outline), item("Point", [14, 30], { key: "head" }));
  const handleAt = (x: number, y: number): Handle =>
    handlesOf(box).find((handle) => "place" in handle && handle.place[0] === x && handle.place[1] === y)!;
  expect(moveHandle(box, handleAt(14, 30), [15, 31])[0].bounds).toEqual(box.bounds);
  expect(moveHandle(box, handleAt(20, 48), [20, 44])[0].bounds).toEqual([12, 22, 28, 44]);
});

const ringOf = (count: number) => Array.from({ length: count }, (_, n) => [n, n % 7]);

test("a point of a very long outline is moved", () => {
  const box = boxOf(item("Polygon", [ringOf(130_000)]));
  expect(moveHandle(box, { place: [0, 0], points: [0] }, [-5, 0])[0].bounds).toEqual([-5, 0, 129_999, 6]);
});

test("an outline of more than 200 points has handles at the corners of its box only", () => {
  const [few, many] = [200, 201].map((count) => boxOf(item("Polygon", [ringOf(count)])));
  expect([handlesOf(few!).length, hasTooManyPoints(few!)]).toEqual([204, false]);
  expect([handlesOf(many!).length, hasTooManyPoints(many!)]).toEqual([4, true]);
});

test("a rotated box is known by its rotation", () => {
  expect(isRotated(boxOf(item("Polygon", [], { rotation: 0.5 })))).toBe(true);
  expect(isRotated(boxOf(item("Polygon", [], {})))).toBe(false);
});
