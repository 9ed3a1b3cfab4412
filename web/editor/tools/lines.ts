/** The line tools: lines of any number of points, and the head-tail line, which is complete with two. */

import { createPathTool } from "./path-tool.ts";
import { headTailsKey, readHeadTail, readLines } from "./read-shapes.ts";

export const lineTool = createPathTool({
  isRing: false,
  min: 2,
  toShape: (points) => ({ kind: "polyline", points }),
  read: readLines,
});

/** Its points are always head and tail, in this order, whichever was placed first. */
export const headTailTool = createPathTool({
  isRing: false,
  min: 2,
  max: 2,
  toShape: (points, { headFirst }) => ({
    kind: "polyline",
    points: headFirst ? points : points.toReversed(),
    key: headTailsKey,
  }),
  read: readHeadTail,
});
