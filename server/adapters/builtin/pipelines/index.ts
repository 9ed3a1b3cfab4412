/** The pipelines that come with the product. */
import type { BuiltinPipeline } from "./builtin-pipeline.ts";
import { detectorMotion } from "./detector-motion.ts";
import { trackerMotion } from "./tracker-motion.ts";

export const builtinPipelines: readonly BuiltinPipeline[] = [detectorMotion, trackerMotion];
