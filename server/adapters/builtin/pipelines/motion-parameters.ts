/** Parameters shared by both motion pipelines. */
import type { MotionOptions } from "../motion/detect-motion.ts";
import { flagParameter, numberParameter, type Parameters, textParameter } from "./builtin-pipeline.ts";

/** Longest side of the pictures for motion detection: details cost time and add noise. */
export const motionLongestSide = 640;

export const motionParameters = [
  textParameter("type", "Type of what is found", "moving"),
  numberParameter("leastArea", "Smallest object in square pixels", 100, { min: 1, max: 1e8, step: 1 }),
  numberParameter("threshold", "Difference from the background (higher finds less)", 16, { min: 4, max: 400, step: 1 }),
  numberParameter("gap", "Pixels between parts of one object", 8, { min: 0, max: 200, step: 1 }),
  flagParameter("dropShadows", "Leave out shadows", true),
  numberParameter("history", "Pictures that the background is learned from", 500, { min: 2, max: 100_000, step: 1 }),
] as const;

export const motionOptions = (parameters: Parameters): MotionOptions => ({
  minArea: parameters.number("leastArea"),
  threshold: parameters.number("threshold"),
  gap: parameters.number("gap"),
  dropShadows: parameters.flag("dropShadows"),
  history: parameters.number("history"),
});
