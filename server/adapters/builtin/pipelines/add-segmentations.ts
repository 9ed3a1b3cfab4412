/** `utility_add_segmentations`: a polygon for each box, outlining the object in it by its colors. */
import { cutOut } from "#vision/segment/cut-out";
import { outlineOf } from "#vision/segment/outline";

import { polygonParameters } from "../../../domain/polygon-parameters.ts";
import type { BuiltinPipeline } from "./builtin-pipeline.ts";
import { drawPolygons } from "./draw-polygons.ts";

/** Longest side of the pictures in which objects are segmented. */
const longestSide = 1280;

export const addSegmentations: BuiltinPipeline = {
  description: {
    pipe: "utility_add_segmentations.pipe",
    description: "Draws a polygon around the object in each box that has none. Boxes stay as they are.",
    parameters: polygonParameters,
  },
  readsAnnotations: true,
  run: async (run) =>
    await drawPolygons(run, longestSide, (picture, bounds, tolerance) => {
      const mask = cutOut(picture, bounds);
      return mask === undefined ? [] : [outlineOf(mask, tolerance)];
    }),
};
