/**
 * The shapes that can be drawn on a picture, with one definition for tools, modes and renderer. Image pixels
 * throughout.
 */
import { imagePoint, type ImagePoint } from "./brand.ts";

/** x1, y1, x2, y2 with x1 <= x2 and y1 <= y2. */
export type BoxBounds = readonly [x1: number, y1: number, x2: number, y2: number];

export type Shape =
  /** `rotation`: about the center, radians, clockwise; the bounds are those before the rotation. */
  | { readonly kind: "rectangle"; readonly bounds: BoxBounds; readonly rotation?: number; readonly key?: string }
  /**
   * The outline, then holes; open or closed. `key` distinguishes several polygons of a detection; without one it is a
   * new one.
   */
  | { readonly kind: "polygon"; readonly rings: readonly (readonly ImagePoint[])[]; readonly key?: string }
  | { readonly kind: "polyline"; readonly points: readonly ImagePoint[]; readonly key?: string }
  | { readonly kind: "point"; readonly at: ImagePoint; readonly key?: string };

/** The bounding box of a shape. */
export function boundsOfShape(shape: Shape): BoxBounds {
  if (shape.kind === "rectangle" && (shape.rotation ?? 0) === 0) return shape.bounds;
  return boundsOfPoints(pointsOf(shape));
}

/** The bounding box of points; there must be at least one. */
export function boundsOfPoints(points: readonly ImagePoint[]): BoxBounds {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [x1, x2] = [Math.min(x1, x), Math.max(x2, x)];
    [y1, y2] = [Math.min(y1, y), Math.max(y2, y)];
  }
  return [x1, y1, x2, y2];
}

/** The corners of a box, clockwise, starting with the one that is top left before the rotation. */
export function cornersOf([x1, y1, x2, y2]: BoxBounds, rotation = 0): readonly ImagePoint[] {
  const middle = imagePoint((x1 + x2) / 2, (y1 + y2) / 2);
  return [imagePoint(x1, y1), imagePoint(x2, y1), imagePoint(x2, y2), imagePoint(x1, y2)].map((corner) =>
    rotatePoint(corner, middle, rotation),
  );
}

/** A point rotated about another. */
export function rotatePoint({ x, y }: ImagePoint, middle: ImagePoint, rotation: number): ImagePoint {
  if (rotation === 0) return imagePoint(x, y);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const [dx, dy] = [x - middle.x, y - middle.y];
  return imagePoint(middle.x + dx * cos - dy * sin, middle.y + dx * sin + dy * cos);
}

/** Maps each point of a shape. For boxes, the function must move all points alike. */
export function mapPoints(shape: Shape, to: (point: ImagePoint) => ImagePoint): Shape {
  switch (shape.kind) {
    case "rectangle": {
      const [x1, y1, x2, y2] = shape.bounds;
      const [low, high] = [to(imagePoint(x1, y1)), to(imagePoint(x2, y2))];
      return { ...shape, bounds: [low.x, low.y, high.x, high.y] };
    }
    case "polygon":
      return { ...shape, rings: shape.rings.map((ring) => ring.map(to)) };
    case "polyline":
      return { ...shape, points: shape.points.map(to) };
    case "point":
      return { ...shape, at: to(shape.at) };
  }
}

export function pointsOf(shape: Shape): readonly ImagePoint[] {
  switch (shape.kind) {
    case "rectangle":
      return cornersOf(shape.bounds, shape.rotation);
    case "polygon":
      return shape.rings.flat();
    case "polyline":
      return shape.points;
    case "point":
      return [shape.at];
  }
}
