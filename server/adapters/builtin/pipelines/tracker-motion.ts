/** `tracker_motion`: makes a track of each object that moves in front of a fixed camera. */
import type { TrackedBox } from "../tracking/tracker.ts";
import { Tracker } from "../tracking/tracker.ts";
import { detectMotion } from "../motion/detect-motion.ts";
import { type BuiltinPipeline, documentOf, numberParameter, trackOf } from "./builtin-pipeline.ts";
import { motionLongestSide, motionOptions, motionParameters } from "./motion-parameters.ts";

export const trackerMotion: BuiltinPipeline = {
  description: {
    pipe: "tracker_motion.pipe",
    description: "Finds what moves in front of a camera that does not move, and follows each object: a track each.",
    parameters: [
      ...motionParameters,
      numberParameter("longestGap", "Frames that an object may be hidden", 15, { min: 0, max: 1000, step: 1 }),
      numberParameter("leastDetections", "Frames that a track has at least", 5, { min: 1, max: 1000, step: 1 }),
    ],
  },
  readsAnnotations: false,
  async run({ parameters, pictures, progress }) {
    const tracker = new Tracker({
      maxGap: parameters.number("longestGap"),
      minDetections: parameters.number("leastDetections"),
      minOverlap: 0.1,
      beginScore: 0.3,
    });
    await detectMotion(
      pictures(motionLongestSide),
      motionOptions(parameters),
      (frame, detections) => tracker.add(frame, detections),
      (done, total) => progress(done, total, "Following what moves"),
    );
    const type = parameters.text("type");
    const tracks = tracker.finish();
    return documentOf(tracks.map((boxes, id) => trackOf(id, type, meanScore(boxes), boxes.map(asBox))));
  },
};

const asBox = ({ frame, of }: TrackedBox) => ({ frame, bounds: of });

const meanScore = (boxes: readonly TrackedBox[]): number =>
  boxes.reduce((sum, { of }) => sum + of.score, 0) / boxes.length;
