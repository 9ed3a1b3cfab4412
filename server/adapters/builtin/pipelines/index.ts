/** The built-in pipelines. */
import type { BuiltinPairPipeline, BuiltinPipeline } from "./builtin-pipeline.ts";
import { addSegmentations } from "./add-segmentations.ts";
import { detectorMotion } from "./detector-motion.ts";
import { utilityNms } from "./utility-nms.ts";
import { linkDetections } from "./link-detections.ts";
import { measurementLength } from "./measurement-length.ts";
import { thinKeyframes } from "./thin-keyframes.ts";
import { trackerMotion } from "./tracker-motion.ts";
import { trackerVisual } from "./tracker-visual.ts";

export const builtinPipelines: readonly BuiltinPipeline[] = [
  ...[addSegmentations, detectorMotion, utilityNms, linkDetections],
  ...[thinKeyframes, trackerMotion, trackerVisual],
];

/** For two calibrated cameras. */
export const builtinPairPipelines: readonly BuiltinPairPipeline[] = [measurementLength];
