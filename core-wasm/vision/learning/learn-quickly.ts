/** Learns in seconds from a few pictures, of what was drawn and refused so far: to suggest boxes while a person draws. */

import type { Bounds } from "../bounds.ts";
import type { Raster } from "./channels.ts";
import type { LearningPicture } from "./examples.ts";
import { learn } from "./learn.ts";
import type { LearntModel } from "./model.ts";

/** A place that was suggested for a type and is none. */
export interface RefusedPlace {
  readonly picture: Raster;
  readonly bounds: Bounds;
  readonly type: string;
}

/** Trees of each stage. */
const stages = [32, 64, 128] as const;

/** There are few objects: each is shown in many ways. */
const variety = { copies: 16, shift: 0.1, resize: 0.1 };

/** And no tree is certain of what it says. */
const givenUpBelow = -5;

export interface QuickLesson {
  readonly pictures: readonly LearningPicture[];
  readonly refused: readonly RefusedPlace[];
  readonly longestSide: number;
  /** `done` of `total`. */
  readonly progress?: (done: number, total: number) => void;
}

/** Of all types that have a box; there is one. */
export function learnQuickly({ pictures, refused, longestSide, progress }: QuickLesson): LearntModel {
  const types = [...new Set(pictures.flatMap(({ boxes }) => boxes.flatMap(({ type }) => type ?? [])))].toSorted();
  const { model } = learn({
    ...{ pictures, heldOut: [], types, longestSide, stages, refused, variety, givenUpBelow, calibrate: byMiddleScore },
    progress: (done, total) => progress?.(done, total),
    log: () => undefined,
  });
  return model;
}

/**
 * On so few pictures all that is right scores higher than all that is wrong, which says nothing of others. So confidence is
 * relative to the middle score of what was right: 0.88 there, 0.5 at half of it.
 */
function byMiddleScore(judged: readonly { score: number; isRight: boolean }[]): { a: number; b: number } {
  const right = judged.filter(({ isRight }) => isRight).map(({ score }) => score);
  const middle = right.toSorted((a, b) => a - b)[right.length >> 1] ?? 1;
  return { a: -4 / Math.max(1, middle), b: 2 };
}
