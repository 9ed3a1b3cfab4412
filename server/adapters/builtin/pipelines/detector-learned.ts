/** A detector trained here by a user: runs its trees on each picture and adds a detection for each object. */
import type { Track } from "#schemas";

import { findObjects } from "#vision/learning/find-objects";
import type { LearnedModel } from "#vision/learning/model";
import { type BuiltinPipeline, documentOf, trackOf } from "./builtin-pipeline.ts";

/** Matches the viewer, which hides less certain ones by default. */
const minConfidence = 0.1;

export const detectorLearned = (model: LearnedModel): Pick<BuiltinPipeline, "run"> => ({
  async run({ pictures, progress }) {
    const tracks: Track[] = [];
    const reader = pictures(model.longestSide);
    await reader.read((picture) => {
      const { frame, scaleX, scaleY } = picture;
      for (const { type, confidence, x1, y1, x2, y2 } of findObjects(picture, model, minConfidence)) {
        const bounds = {
          x1: Math.max(0, x1) * scaleX,
          y1: Math.max(0, y1) * scaleY,
          x2: Math.min(picture.width, x2) * scaleX,
          y2: Math.min(picture.height, y2) * scaleY,
        };
        tracks.push(trackOf(tracks.length, type, confidence, [{ frame, bounds }]));
      }
      progress(frame + 1, reader.frameCount, "Looking for objects");
    });
    return documentOf(tracks);
  },
});
