/** What is asked of an assistant about pictures, and what it answers. Image pixels throughout. */
import type { ImagePoint } from "./brand.ts";
import type { BoxBounds, Shape } from "./shape.ts";

/** `of`: which of several objects it is about, as in the answer; default: there is one. */
export type Prompt =
  /** The object is in this box. */
  | { readonly kind: "box"; readonly bounds: BoxBounds; readonly of?: number }
  /** This point is on the object, or is not. */
  | { readonly kind: "in"; readonly at: ImagePoint }
  | { readonly kind: "out"; readonly at: ImagePoint }
  /** A way between two points is wanted that clings to edges; corners may be left out that are so near to it. */
  | { readonly kind: "path"; readonly from: ImagePoint; readonly to: ImagePoint; readonly tolerancePx: number }
  /** The object was here on the picture before. */
  | { readonly kind: "track"; readonly bounds: BoxBounds; readonly of?: number };

export interface Answer {
  readonly shape: Shape;
  /** How sure it is, 0..1. */
  readonly score: number;
  readonly of?: number | undefined;
}

/** A frame to learn from: all that is there. A box without a type is neither an object nor a place without one. */
export interface LessonFrame {
  readonly frame: number;
  readonly boxes: readonly { readonly bounds: BoxBounds; readonly type: string | undefined }[];
}

/** It was suggested, and is none of this type. */
export interface RefusedBox {
  readonly frame: number;
  readonly bounds: BoxBounds;
  readonly type: string;
}

export interface LearnLesson {
  readonly frames: readonly LessonFrame[];
  readonly refused: readonly RefusedBox[];
}

export interface FoundObject {
  readonly bounds: BoxBounds;
  readonly type: string;
  /** How sure it is, 0..1. */
  readonly score: number;
}

export interface FollowRequest {
  /** The frame on which the objects are where they say. */
  readonly frame: number;
  /** 1: forwards. */
  readonly step: 1 | -1;
  readonly objects: readonly FollowedObject[];
  /** Whether to look for this object, by its place in `objects`, any longer; default: yes. */
  isWanted?(of: number): boolean;
}

export interface FollowedObject {
  readonly bounds: BoxBounds;
  /** The last frame on which to look for it. */
  readonly until: number;
}

export interface FollowedFrame {
  readonly frame: number;
  /** Of the objects that are there, by their place in the request; those that were lost do not come back. */
  readonly boxes: ReadonlyMap<number, FollowedBox>;
}

export interface FollowedBox {
  readonly bounds: BoxBounds;
  readonly score: number;
  /** It may be this, or the object is already lost. */
  readonly isGuess: boolean;
}
