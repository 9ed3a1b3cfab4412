/**
 * The overlay on top of everything while a shape is drawn or edited: shapes, handles and guide lines. Tools define it
 * and the renderer draws it, without depending on each other. Image pixels throughout.
 */
import type { ImagePoint } from "./brand.ts";
import type { Shape } from "./shape.ts";

/**
 * Square: `corner` and `side` of a box. Round: `turn` rotates a box; `vertex` is a point of a shape, `edge` the place
 * for a new one.
 */
export type HandleKind = "corner" | "side" | "turn" | "vertex" | "edge";

export interface OverlayHandle {
  readonly kind: HandleKind;
  readonly at: ImagePoint;
  /** Selected, or grabbed by the pointer. */
  readonly isActive?: boolean;
}

/** Which part of a detection the overlay replaces: the box, the other geometry, or both. */
export type Replaced = "box" | "geometry" | "all";

/** A shape that is not a detection of this frame: one to compare with, a suggestion, or a ghost. */
export interface Mark {
  readonly shape: Shape;
  /** `#rrggbb`. */
  readonly color: string;
  readonly isDashed: boolean;
  /** 0..1; default: 1. */
  readonly opacity?: number;
}

export interface Overlay {
  /** Default: the box. */
  readonly replaces?: Replaced;
  readonly shapes?: readonly Shape[];
  /** Set for a ghost. */
  readonly isDashed?: boolean;
  readonly handles?: readonly OverlayHandle[];
  /** Guide lines through this point, across the whole canvas. */
  readonly crosshair?: ImagePoint | undefined;
}
