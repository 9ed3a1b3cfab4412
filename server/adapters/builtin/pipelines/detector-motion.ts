/** `detector_motion`: detects what moves in front of a fixed camera, picture by picture. */
import type { Track } from "#schemas";

import { detectMotion } from "../motion/detect-motion.ts";
import { type BuiltinPipeline, documentOf, trackOf } from "./builtin-pipeline.ts";
import { motionLongestSide, motionOptions, motionParameters } from "./motion-parameters.ts";

export const detectorMotion: BuiltinPipeline = {
  description: {
    pipe: "detector_motion.pipe",
    description:
      "Finds what moves in front of a camera that does not move. Every picture by itself: single detections.",
    parameters: [...motionParameters],
  },
  readsAnnotations: false,
  async run({ parameters, pictures, progress }) {
    const type = parameters.text("type");
    const tracks: Track[] = [];
    const onFrame: Parameters<typeof detectMotion>[2] = (frame, detections) => {
      for (const detection of detections) {
        tracks.push(trackOf(tracks.length, type, detection.score, [{ frame, bounds: detection }]));
      }
    };
    await detectMotion(pictures(motionLongestSide), motionOptions(parameters), onFrame, (done, total) =>
      progress(done, total, "Looking for motion"),
    );
    return documentOf(tracks);
  },
};
