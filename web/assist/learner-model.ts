/**
 * Learns from boxes on pictures within seconds, and finds more on other pictures. The worker's side, which stores
 * pictures downscaled.
 */

import type { Bounds } from "#vision/bounds";
import { type LearningPicture, minSizePx, sizeOf } from "#vision/learning/examples";
import { findObjects } from "#vision/learning/find-objects";
import { learnFast } from "#vision/learning/learn-fast";
import type { LearnedModel } from "#vision/learning/model";
import { type Pixels, workingSize } from "#vision/pixels";
import type { FoundObject, LearnLesson } from "../base/prompt.ts";
import type { BoxBounds } from "../base/shape.ts";
import type { InputPicture } from "./assistant.ts";
import { type ReadPixels, readPixels } from "./picture-pixels.ts";

/** Pictures are identified by their frames. */
export type LearnerCall =
  | { readonly kind: "show"; readonly frame: number; readonly picture: InputPicture; readonly longestSide: number }
  /** Learns from pictures that were sent before; the ones not named are dropped. */
  | ({ readonly kind: "learn"; readonly longestSide: number } & LearnLesson)
  /** Answered with a list of `FoundObject`. */
  | { readonly kind: "find"; readonly frame: number };

interface Shown {
  readonly pixels: Pixels;
  /** Stored pixels per image pixel. */
  readonly scale: number;
}

/** Less certain objects are not suggested. */
export const minConfidence = 0.55;

/** @param read default: through a canvas, as in browsers */
export function createLearnerModel(read: ReadPixels = readPixels) {
  const shown = new Map<number, Shown>();
  let learned: LearnedModel | undefined;

  function requireShown(frame: number): Shown {
    const known = shown.get(frame);
    if (known === undefined) throw new Error("This picture is not kept any more.");
    return known;
  }

  function show({ frame, picture, longestSide }: LearnerCall & { readonly kind: "show" }): void {
    const { width, height } = picture;
    const scale = workingSize(width, height, longestSide).width / width;
    try {
      shown.set(frame, { pixels: read(picture, [0, 0, width, height], scale), scale });
    } finally {
      picture.image.close();
    }
  }

  function learnFrom(lesson: LearnerCall & { readonly kind: "learn" }, progress: (share: number) => void): void {
    const { frames, refused, longestSide } = lesson;
    const pictures = frames.map(({ frame, boxes }): LearningPicture => {
      const { pixels, scale } = requireShown(frame);
      return {
        picture: pixels,
        boxes: boxes.map(({ bounds, type }) => {
          const box = onPicture(bounds, scale, pixels);
          const isGood = box.x2 > box.x1 && box.y2 > box.y1 && sizeOf(box) >= minSizePx;
          return { ...box, type: isGood ? type : undefined };
        }),
      };
    });
    learned = learnFast({
      pictures,
      longestSide,
      refused: refused.map(({ frame, bounds, type }) => {
        const { pixels, scale } = requireShown(frame);
        return { picture: pixels, bounds: onPicture(bounds, scale, pixels), type };
      }),
      progress: (done, total) => progress(done / total),
    });
    const kept = new Set([...frames, ...refused].map(({ frame }) => frame));
    for (const frame of shown.keys()) if (!kept.has(frame)) shown.delete(frame);
  }

  function find(frame: number): readonly FoundObject[] {
    if (learned === undefined) throw new Error("Nothing is learned yet.");
    const { pixels, scale } = requireShown(frame);
    return findObjects(pixels, learned, minConfidence)
      .toSorted((a, b) => b.confidence - a.confidence)
      .map(({ x1, y1, x2, y2, type, confidence }) => ({
        bounds: [x1 / scale, y1 / scale, x2 / scale, y2 / scale],
        type,
        score: confidence,
      }));
  }

  return (call: LearnerCall, progress: (share: number) => void): readonly FoundObject[] | undefined => {
    if (call.kind === "find") return find(call.frame);
    if (call.kind === "show") show(call);
    else learnFrom(call, progress);
    return undefined;
  };
}

function onPicture([x1, y1, x2, y2]: BoxBounds, scale: number, { width, height }: Pixels): Bounds {
  const within = (value: number, max: number): number => Math.max(0, Math.min(max, value * scale));
  return { x1: within(x1, width), y1: within(y1, height), x2: within(x2, width), y2: within(y2, height) };
}
