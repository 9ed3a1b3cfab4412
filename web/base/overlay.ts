/**
 * What is drawn on top of everything while a shape is drawn or edited: shapes, their handles, and guide lines. Tools
 * define it, the renderer draws it, and neither knows the other. Image pixels throughout.
 */
import type { ImagePoint } from "./brand.ts";
import type { Shape } from "./shape.ts";

/**
 * `corner` and `side` are those of a box, square; `turn` is what it is turned by; `vertex` is a point of a shape, `edge` the
 * place for a new one: round.
 */
export type HandleKind = "corner" | "side" | "turn" | "vertex" | "edge";

export interface OverlayHandle {
  readonly kind: HandleKind;
  readonly at: ImagePoint;
  /** Selected, or held by the pointer. */
  readonly isActive?: boolean;
}

/** What of a detection its overlay is drawn in the place of: the box, what is beyond the box, or both. */
export type Replaced = "box" | "geometry" | "all";

/** A shape that is no detection of this frame: one to be compared with, a suggestion, a ghost. */
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
  /** They are a ghost. */
  readonly isDashed?: boolean;
  readonly handles?: readonly OverlayHandle[];
  /** Guide lines through this point, across the whole canvas. */
  readonly crosshair?: ImagePoint | undefined;
}
