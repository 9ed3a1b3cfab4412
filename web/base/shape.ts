/** What can be drawn on a picture: one meaning of "shape" for tools, modes and renderer. Image pixels throughout. */
import type { ImagePoint } from "./brand.ts";

export type Shape =
  /** x1, y1, x2, y2 with x1 <= x2 and y1 <= y2. */
  | { readonly kind: "rectangle"; readonly bounds: readonly [x1: number, y1: number, x2: number, y2: number] }
  /** The outline, then holes; open or closed. `key` tells several of a detection apart. */
  | { readonly kind: "polygon"; readonly rings: readonly (readonly ImagePoint[])[]; readonly key?: string }
  | { readonly kind: "polyline"; readonly points: readonly ImagePoint[]; readonly key?: string }
  | { readonly kind: "point"; readonly at: ImagePoint; readonly key?: string };

/** The box around a shape. */
export function boundsOfShape(shape: Shape): readonly [x1: number, y1: number, x2: number, y2: number] {
  if (shape.kind === "rectangle") return shape.bounds;
  const points = shape.kind === "point" ? [shape.at] : shape.kind === "polyline" ? shape.points : shape.rings.flat();
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
