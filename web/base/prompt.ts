/** What is asked of an assistant about pictures, and what it answers. Image pixels throughout. */
import type { ImagePoint } from "./brand.ts";
import type { BoxBounds, Shape } from "./shape.ts";

export type Prompt =
  /** The object is in this box. */
  | { readonly kind: "box"; readonly bounds: BoxBounds }
  /** This point is on the object, or is not. */
  | { readonly kind: "in"; readonly at: ImagePoint }
  | { readonly kind: "out"; readonly at: ImagePoint }
  /** The object was here on the picture before. */
  | { readonly kind: "track"; readonly bounds: BoxBounds };

export interface Answer {
  readonly shape: Shape;
  /** How sure it is, 0..1. */
  readonly score: number;
}

export interface FollowRequest {
  /** Where the object is, and on which frame. */
  readonly frame: number;
  readonly bounds: BoxBounds;
  /** 1: forwards. */
  readonly step: 1 | -1;
  /** The last frame to look at. */
  readonly until: number;
}

export interface FollowedBox {
  readonly frame: number;
  readonly bounds: BoxBounds;
  readonly score: number;
  /** It may be this, or the object is already lost. */
  readonly isGuess: boolean;
}
