/** Requests to an assistant about pictures, and its answers. Image pixels throughout. */
import type { ImagePoint } from "./brand.ts";
import type { Motion } from "./motion.ts";
import type { BoxBounds, Shape } from "./shape.ts";

/** `of`: index of the object, as in the answer; default: there is only one. */
export type Prompt =
  /** The object is in this box. If it is tracked, `isCarrying` asks for its motion, with its outline if that is known. */
  | {
      readonly kind: "box";
      readonly bounds: BoxBounds;
      readonly of?: number;
      readonly isCarrying?: boolean;
      readonly outline?: readonly ImagePoint[] | undefined;
    }
  /** This point is on the object, or is not. */
  | { readonly kind: "in"; readonly at: ImagePoint }
  | { readonly kind: "out"; readonly at: ImagePoint }
  /** The outline may be simplified by this tolerance. */
  | { readonly kind: "tolerance"; readonly px: number }
  /** Requests a path between two points that follows edges; it may be simplified by this tolerance. */
  | { readonly kind: "path"; readonly from: ImagePoint; readonly to: ImagePoint; readonly tolerancePx: number }
  /** The object's box on the previous picture. */
  | { readonly kind: "track"; readonly bounds: BoxBounds; readonly of?: number }
  /** The object, last seen in this box, is now near the hint. */
  | { readonly kind: "near"; readonly bounds: BoxBounds; readonly hint: Hint };

/** Where the user points at an object, and how far off that may be. */
export interface Hint {
  readonly x: number;
  readonly y: number;
  readonly within: number;
}

export interface Answer {
  readonly shape: Shape;
  /** Confidence, 0..1. */
  readonly score: number;
  readonly of?: number | undefined;
  /** From the first picture on which it was tracked. */
  readonly motion?: Motion | undefined;
}

/** A fully annotated frame to learn from. A box without a type counts neither as an object nor as background. */
export interface LessonFrame {
  readonly frame: number;
  readonly boxes: readonly { readonly bounds: BoxBounds; readonly type: string | undefined }[];
}

/** It was suggested, and rejected for this type. */
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
  /** Confidence, 0..1. */
  readonly score: number;
}

/** The text in a place of a picture. */
export interface ReadText {
  readonly text: string;
  /** Confidence of its least certain character, 0..1. */
  readonly score: number;
  readonly isDoubtful: boolean;
}

export interface ReadFrame {
  readonly frame: number;
  /** `undefined`: no text. */
  readonly read: ReadText | undefined;
}

export interface FollowRequest {
  /** The frame of the given boxes. */
  readonly frame: number;
  /** 1: forwards, -1: backwards. */
  readonly step: 1 | -1;
  readonly objects: readonly FollowedObject[];
  /** Whether to keep following the object with this index in `objects`; default: yes. */
  isWanted?(of: number): boolean;
}

export interface FollowedObject {
  readonly bounds: BoxBounds;
  /** Whether its motion is needed, to carry its shapes along. */
  readonly isCarrying?: boolean;
  readonly outline?: readonly ImagePoint[] | undefined;
  /** The last frame to follow to. */
  readonly until: number;
}

export interface FollowedFrame {
  readonly frame: number;
  /** Objects that were found, by index in the request; lost ones do not come back. */
  readonly boxes: ReadonlyMap<number, FollowedBox>;
}

export interface FollowedBox {
  readonly bounds: BoxBounds;
  readonly score: number;
  /** Uncertain, or the object is already lost. */
  readonly isGuess: boolean;
  /** From the first frame; only if it was asked for. */
  readonly motion?: Motion | undefined;
}

/** One object that the user points at while the frames advance. */
export interface GuidedRequest {
  /** The frame of the given box. */
  readonly frame: number;
  readonly bounds: BoxBounds;
  /** The last frame on which to look for it. */
  readonly until: number;
  /** The position on the next frame; `undefined`: stop. May take any time to resolve. */
  hintOn(frame: number): Promise<Hint | undefined>;
}

export interface GuidedFrame {
  readonly frame: number;
  /** Missing if the object is out of sight. */
  readonly bounds: BoxBounds | undefined;
}
