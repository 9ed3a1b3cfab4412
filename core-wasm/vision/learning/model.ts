/** The result of training: for each type a window, the sizes it was seen at, and its trees. */

import type { Tree } from "./boosted-trees.ts";
import { channelCount } from "./channels.ts";

/** The window for one type: its size in cells, and the centered part in pixels that the object fills. */
export interface LearnedWindow {
  readonly columns: number;
  readonly rows: number;
  readonly objectWidth: number;
  readonly objectHeight: number;
}

export interface LearnedType {
  readonly type: string;
  readonly window: LearnedWindow;
  /** Range of object sizes (square root of the area) to search, in pixels of the scaled pictures. */
  readonly smallest: number;
  readonly largest: number;
  readonly trees: readonly Tree[];
  /** A window whose score falls below this on the way is rejected; default: -1. */
  readonly rejectBelow?: number;
  /** From the sum of the trees to a confidence: 1 / (1 + exp(a * sum + b)). */
  readonly confidence: { readonly a: number; readonly b: number };
}

export interface LearnedModel {
  readonly kind: typeof modelKind;
  readonly version: 1;
  /** Longest side of the scaled pictures, in pixels. */
  readonly longestSide: number;
  readonly types: readonly LearnedType[];
}

export const modelKind = "channel-features";

export const featureCountOf = ({ columns, rows }: LearnedWindow): number => columns * rows * channelCount;

export const maxTrees = 4096;
