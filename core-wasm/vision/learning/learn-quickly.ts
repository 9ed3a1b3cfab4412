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
    ...{ pictures, heldOut: [], types, longestSide, stages, refused },
    progress: (done, total) => progress?.(done, total),
    log: () => undefined,
  });
  return model;
}
