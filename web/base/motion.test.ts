import { expect, test } from "vitest";
import { imagePoint } from "./brand.ts";
import { boundsOfOutlines, moveShape, outlineOf, stretchShape } from "./motion.ts";
import type { Shape } from "./shape.ts";

/** A quarter turn about the origin, twice as large, then 10 to the right. */
const motion = { a: 0, b: 2, x: 10, y: 0 };
const line: Shape = { kind: "polyline", points: [imagePoint(1, 0), imagePoint(0, 3)], key: "HeadTails" };
const box: Shape = { kind: "rectangle", bounds: [0, 0, 4, 2], rotation: 0.1, key: "" };
const triangle: Shape = { kind: "polygon", rings: [[imagePoint(0, 0), imagePoint(4, 0), imagePoint(0, 6)]], key: "" };

test("points move, turn and grow; a rotated box keeps the bounds it has before its rotation", () => {
  expect(moveShape(line, motion)).toEqual({ ...line, points: [imagePoint(10, 2), imagePoint(4, 0)] });
  const moved = moveShape(box, motion);
  expect(moved).toMatchObject({ kind: "rectangle", bounds: [4, 2, 12, 6] });
  expect(moved.kind === "rectangle" && moved.rotation).toBeCloseTo(0.1 + Math.PI / 2, 10);
});

test("shapes are stretched with a box; a rotated box only moves", () => {
  expect(stretchShape(triangle, [0, 0, 4, 6], [10, 10, 18, 13])).toEqual({
    ...triangle,
    rings: [[imagePoint(10, 10), imagePoint(18, 10), imagePoint(10, 13)]],
  });
  expect(stretchShape(box, [0, 0, 4, 2], [10, 0, 18, 2])).toEqual({ ...box, bounds: [12, 0, 16, 2] });
});

test("a box is around the outlines alone; the object's outline is the first polygon or rotated box", () => {
  expect(boundsOfOutlines([line])).toBeUndefined();
  expect(boundsOfOutlines([line, triangle])).toEqual([0, 0, 4, 6]);
  expect(outlineOf([line])).toBeUndefined();
  expect(outlineOf([line, triangle])).toHaveLength(3);
  expect(outlineOf([box])).toHaveLength(4);
});
