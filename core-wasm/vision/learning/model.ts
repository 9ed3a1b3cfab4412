/** The result of a training: for each type a window, the sizes it was seen at and the trees that know it. */

import type { Tree } from "./boosted-trees.ts";
import { channelCount } from "./channels.ts";

/** What is looked at for one type: cells of a window, and the pixels of it that the object fills, in the middle. */
export interface LearntWindow {
  readonly columns: number;
  readonly rows: number;
  readonly objectWidth: number;
  readonly objectHeight: number;
}

export interface LearntType {
  readonly type: string;
  readonly window: LearntWindow;
  /** Sizes of objects (square root of the area) that are looked for, in pixels of the pictures that are looked at. */
  readonly smallest: number;
  readonly largest: number;
  readonly trees: readonly Tree[];
  /** A window whose trees have said less on the way is given up; default: -1. */
  readonly givenUpBelow?: number;
  /** From the sum of the trees to a confidence: 1 / (1 + exp(a * sum + b)). */
  readonly confidence: { readonly a: number; readonly b: number };
}

export interface LearntModel {
  readonly kind: typeof modelKind;
  readonly version: 1;
  /** Longest side of the pictures that are looked at, in pixels. */
  readonly longestSide: number;
  readonly types: readonly LearntType[];
}

export const modelKind = "channel-features";

export const featureCountOf = ({ columns, rows }: LearntWindow): number => columns * rows * channelCount;

export const mostTrees = 4096;
