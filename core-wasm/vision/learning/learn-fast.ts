/**
 * Trains within seconds on a few pictures, from what has been drawn and refused so far, to suggest boxes while the user
 * draws.
 */

import type { Bounds } from "../bounds.ts";
import type { Raster } from "./channels.ts";
import type { LearningPicture } from "./examples.ts";
import { learn } from "./learn.ts";
import type { LearnedModel } from "./model.ts";

/** A suggested place that does not show the type. */
export interface RefusedPlace {
  readonly picture: Raster;
  readonly bounds: Bounds;
  readonly type: string;
}

/** Number of trees in each stage. */
const stages = [32, 64, 128] as const;

/** There are few objects, so each is shown in many variations. */
const variety = { copies: 16, shift: 0.1, resize: 0.1 };

/** No single tree is conclusive. */
const rejectBelow = -5;

export interface FastLesson {
  readonly pictures: readonly LearningPicture[];
  readonly refused: readonly RefusedPlace[];
  readonly longestSide: number;
  /** `done` of `total`. */
  readonly progress?: (done: number, total: number) => void;
}

/** For all types that have a box; there must be at least one. */
export function learnFast({ pictures, refused, longestSide, progress }: FastLesson): LearnedModel {
  const types = [...new Set(pictures.flatMap(({ boxes }) => boxes.flatMap(({ type }) => type ?? [])))].toSorted();
  const { model } = learn({
    pictures,
    heldOut: [],
    types,
    longestSide,
    stages,
    refused,
    variety,
    rejectBelow,
    calibrate: byMiddleScore,
    progress: (done, total) => progress?.(done, total),
    log: () => undefined,
  });
  return model;
}

/**
 * On so few pictures every right detection scores higher than every wrong one, which says nothing about other pictures.
 * So confidence is relative to the median score of right ones: 0.88 there, 0.5 at half of it.
 */
function byMiddleScore(judged: readonly { score: number; isRight: boolean }[]): { a: number; b: number } {
  const right = judged.filter(({ isRight }) => isRight).map(({ score }) => score);
  const middle = right.toSorted((a, b) => a - b)[right.length >> 1] ?? 1;
  return { a: -4 / Math.max(1, middle), b: 2 };
}
