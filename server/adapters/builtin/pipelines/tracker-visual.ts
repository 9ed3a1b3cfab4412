/** `tracker_visual`: follows existing boxes through the pictures after them, until they are lost. */
import { Follower, usualClearness } from "#vision/tracking/follower";

import { maxFramesParameter } from "../../../domain/tracker-parameters.ts";
import { type BuiltinPipeline, numberParameter } from "./builtin-pipeline.ts";
import { followBoxes } from "./follow-boxes.ts";

const longestSide = 960;

export const trackerVisual: BuiltinPipeline = {
  description: {
    pipe: "tracker_visual.pipe",
    description:
      "Follows the last box of each track by how it looks, and stops where it loses it. The boxes that are there stay.",
    parameters: [
      maxFramesParameter,
      numberParameter("leastClearness", "Clearness below which a box is lost", usualClearness, {
        min: 0,
        max: 1,
        step: 0.05,
      }),
    ],
  },
  readsAnnotations: true,
  async run(run) {
    const minClearness = run.parameters.number("leastClearness");
    return await followBoxes(run, longestSide, (picture, bounds) => new Follower(picture, bounds, { minClearness }));
  },
};
