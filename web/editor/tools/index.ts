/** The tools by geometry. A new one takes a file, a member of `Geometry` (../modes/mode.ts) and a line here. */

import type { ToolId } from "../modes/mode.ts";
import { headTailTool, lineTool } from "./lines.ts";
import { polygonTool } from "./polygon.ts";
import { rectangleTool } from "./rectangle.ts";
import { segmentTool } from "./segment.ts";
import { wireTool } from "./wire.ts";
import type { Tool } from "./tool.ts";

export type Tools = Readonly<Record<ToolId, Tool>>;

/** Throws if no tool draws it. */
export function requireTool(all: Tools, geometry: string): Tool {
  const tool = Object.hasOwn(all, geometry) ? all[geometry as ToolId] : undefined;
  if (tool === undefined) throw new Error(`No such mode: nothing draws "${geometry}".`);
  return tool;
}

/** Two tools for the same geometry: which one draws it would depend on the order of their files. */
export class ToolConflictError extends Error {
  constructor(geometry: string) {
    super(`Recipe conflict: two tools draw "${geometry}".`);
    this.name = "ToolConflictError";
  }
}

/**
 * Joins several lists of tools. The type says which geometries are missing.
 *
 * @throws ToolConflictError
 */
export function joinTools<All extends Partial<Tools>, More extends Partial<Tools>>(all: All, more: More): All & More {
  for (const geometry of Object.keys(more)) if (Object.hasOwn(all, geometry)) throw new ToolConflictError(geometry);
  return { ...all, ...more };
}

export const tools: Tools = joinTools(joinTools({ rectangle: rectangleTool }, { polygon: polygonTool }), {
  headTail: headTailTool,
  line: lineTool,
  segment: segmentTool,
  wire: wireTool,
});
