/** Polygons and lines with a point moved, added or removed. */

import type { ImagePoint } from "../../base/brand.ts";
import type { Shape } from "../../base/shape.ts";
import type { PartRef } from "./tool.ts";

/** The rings of a polygon or the points of a line; empty for other shapes. */
export function pathsOf(shape: Shape): readonly (readonly ImagePoint[])[] {
  if (shape.kind === "polygon") return shape.rings;
  return shape.kind === "polyline" ? [shape.points] : [];
}

function withPath(shape: Shape, ring: number, change: (path: readonly ImagePoint[]) => readonly ImagePoint[]): Shape {
  if (shape.kind === "polyline") return { ...shape, points: change(shape.points) };
  if (shape.kind !== "polygon") return shape;
  return { ...shape, rings: shape.rings.map((each, index) => (index === ring ? change(each) : each)) };
}

export function withMovedPoint(shape: Shape, { ring, point = 0 }: PartRef, to: ImagePoint): Shape {
  return withPath(shape, ring, (path) => path.map((each, index) => (index === point ? to : each)));
}

/** The new point gets the index of `part`. */
export function withNewPoint(shape: Shape, { ring, point = 0 }: PartRef, at: ImagePoint): Shape {
  return withPath(shape, ring, (path) => path.toSpliced(point, 0, at));
}

/** `undefined`: the path cannot have fewer than `min` points. */
export function withoutPoint(shape: Shape, { ring, point = 0 }: PartRef, min: number): Shape | undefined {
  if ((pathsOf(shape)[ring]?.length ?? 0) <= min) return undefined;
  return withPath(shape, ring, (path) => path.toSpliced(point, 1));
}

/** The polygon without one of its holes. */
export function withoutRing(shape: Shape & { readonly kind: "polygon" }, ring: number): Shape {
  return { ...shape, rings: shape.rings.toSpliced(ring, 1) };
}
