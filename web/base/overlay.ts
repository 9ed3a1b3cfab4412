/**
 * What lies on top of everything while somebody draws or edits: shapes, the handles by which they are taken hold of, and
 * guide lines. Tools say it, the renderer draws it, and neither knows the other. Image pixels throughout.
 */
import type { ImagePoint } from "./brand.ts";

export type OverlayShape =
  /** x1, y1, x2, y2 with x1 <= x2 and y1 <= y2. */
  | { readonly kind: "rectangle"; readonly bounds: readonly [number, number, number, number] }
  /** The outline, then holes; open or closed. */
  | { readonly kind: "polygon"; readonly rings: readonly (readonly ImagePoint[])[] }
  | { readonly kind: "polyline"; readonly points: readonly ImagePoint[] }
  | { readonly kind: "point"; readonly at: ImagePoint };

/** `corner` and `side` are those of a box, square; `vertex` is a point of a shape, `edge` the place for a new one, round. */
export type HandleKind = "corner" | "side" | "vertex" | "edge";

export interface OverlayHandle {
  readonly kind: HandleKind;
  readonly at: ImagePoint;
  /** Selected, or held by the pointer. */
  readonly isActive?: boolean;
}

export interface Overlay {
  readonly shapes?: readonly OverlayShape[];
  readonly handles?: readonly OverlayHandle[];
  /** Guide lines through this point, across the whole canvas. */
  readonly crosshair?: ImagePoint | undefined;
}
