/** The tools by geometry. A new one is a file, a member of `Geometry` (../mode.ts) and a line here. */

import type { Geometry } from "../mode.ts";
import { headTailTool, lineTool } from "./lines.ts";
import { polygonTool } from "./polygon.ts";
import { rectangleTool } from "./rectangle.ts";
import type { Tool } from "./tool.ts";

export type Tools = Readonly<Record<Geometry, Tool>>;

/** Throws where no tool draws it. */
export function requireTool(all: Tools, geometry: string): Tool {
  const tool = Object.hasOwn(all, geometry) ? all[geometry as Geometry] : undefined;
  if (tool === undefined) throw new Error(`No such mode: nothing draws "${geometry}".`);
  return tool;
}

export const tools: Tools = {
  rectangle: rectangleTool,
  polygon: polygonTool,
  headTail: headTailTool,
  line: lineTool,
};
