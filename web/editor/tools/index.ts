/** The tools by geometry. A new one is a file, a member of `Geometry` (../mode.ts) and a line here. */

import type { Geometry } from "../mode.ts";
import { headTailTool, lineTool } from "./lines.ts";
import { polygonTool } from "./polygon.ts";
import { rectangleTool } from "./rectangle.ts";
import type { Tool } from "./tool.ts";

export type Tools = Readonly<Record<Geometry, Tool>>;

export const tools: Tools = {
  rectangle: rectangleTool,
  polygon: polygonTool,
  headTail: headTailTool,
  line: lineTool,
};
