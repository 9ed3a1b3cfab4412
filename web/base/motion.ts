/** How something has moved, turned and grown between two pictures, applied to shapes. Image pixels. */

import { imagePoint, type ImagePoint } from "./brand.ts";
import { boundsOfShape, cornersOf, mapPoints, type BoxBounds, type Shape } from "./shape.ts";

/** (u, v) becomes (x + a u - b v, y + b u + a v). */
export interface Motion {
  readonly a: number;
  readonly b: number;
  readonly x: number;
  readonly y: number;
}

export function moveShape(shape: Shape, motion: Motion): Shape {
  const { a, b } = motion;
  const to = (point: ImagePoint): ImagePoint =>
    imagePoint(motion.x + a * point.x - b * point.y, motion.y + b * point.x + a * point.y);
  if (shape.kind !== "rectangle") return mapPoints(shape, to);
  const [x1, y1, x2, y2] = shape.bounds;
  const middle = to(imagePoint((x1 + x2) / 2, (y1 + y2) / 2));
  const growth = Math.hypot(a, b) / 2;
  const [halfWidth, halfHeight] = [(x2 - x1) * growth, (y2 - y1) * growth];
  const bounds = [middle.x - halfWidth, middle.y - halfHeight, middle.x + halfWidth, middle.y + halfHeight] as const;
  return { ...shape, bounds, rotation: (shape.rotation ?? 0) + Math.atan2(b, a) };
}

/** Moves and stretches a shape as a box is moved and stretched. A rotated box keeps its sides' lengths. */
export function stretchShape(shape: Shape, from: BoxBounds, to: BoxBounds): Shape {
  const [scaleX, scaleY] = [(to[2] - to[0]) / (from[2] - from[0] || 1), (to[3] - to[1]) / (from[3] - from[1] || 1)];
  const map = ({ x, y }: ImagePoint): ImagePoint =>
    imagePoint(to[0] + (x - from[0]) * scaleX, to[1] + (y - from[1]) * scaleY);
  if (shape.kind !== "rectangle") return mapPoints(shape, map);
  const [x1, y1, x2, y2] = shape.bounds;
  const middle = map(imagePoint((x1 + x2) / 2, (y1 + y2) / 2));
  const [dx, dy] = [middle.x - (x1 + x2) / 2, middle.y - (y1 + y2) / 2];
  return { ...shape, bounds: [x1 + dx, y1 + dy, x2 + dx, y2 + dy] };
}

/** Whether a detection's box is around the shape: lines and points may be anywhere in the box. */
const isOutline = ({ kind }: Shape): boolean => kind === "polygon" || kind === "rectangle";

/** The box around the outlines among some shapes; `undefined`: there is none. */
export function boundsOfOutlines(shapes: readonly Shape[]): BoxBounds | undefined {
  const boxes = shapes.filter(isOutline).map(boundsOfShape);
  if (boxes.length === 0) return undefined;
  const side = (at: 0 | 1 | 2 | 3, pick: (...values: number[]) => number): number =>
    pick(...boxes.map((box) => box[at]));
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}

/** The outline of the object that some shapes of a detection are: of the first polygon or rotated box. */
export function outlineOf(shapes: readonly Shape[]): readonly ImagePoint[] | undefined {
  const shape = shapes.find(isOutline);
  if (shape?.kind === "polygon") return shape.rings[0];
  return shape?.kind === "rectangle" ? cornersOf(shape.bounds, shape.rotation) : undefined;
}
