/** The polygon tool: one or more outlines of a detection, with holes. */

import { createPathTool } from "./path-tool.ts";
import { readPolygons } from "./read-shapes.ts";

export const polygonTool = createPathTool({
  isRing: true,
  min: 3,
  toShape: (points) => ({ kind: "polygon", rings: [points] }),
  read: readPolygons,
});
