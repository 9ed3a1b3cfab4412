/** The rectangle tool: the box of a detection. */

import type { Bounds } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfShape, type Shape } from "../../base/shape.ts";
import { boundsFromCorners, boxGripAt, boxHandles, gripCursors, moveBounds, resizeBounds } from "./box-grips.ts";
import { createDragTool } from "./drag-tool.ts";
import type { Grip, Tool } from "./tool.ts";

const box = (bounds: Bounds): Shape => ({ kind: "rectangle", bounds });

export const rectangleTool: Tool = createDragTool({
  draw: (from, to) => box(boundsFromCorners(from, to)),
  gripAt(shape: Shape, point: ImagePoint, scale: number): Grip | undefined {
    const side = boxGripAt(boundsOfShape(shape), point, scale);
    if (side === undefined) return undefined;
    return side === "inside" ? { kind: "inside" } : { kind: "side", side };
  },
  move: (shape, dx, dy) => box(moveBounds(boundsOfShape(shape), dx, dy)),
  change: (shape, grip, to) => (grip.kind === "side" ? box(resizeBounds(boundsOfShape(shape), grip.side, to)) : shape),
  handles: (shape) => boxHandles(boundsOfShape(shape)),
  gripCursor: (grip) => (grip.kind === "side" ? gripCursors[grip.side] : "move"),
  /** Thinner than one image pixel: a slip of the hand, not a box. */
  isSlip(shape) {
    const [x1, y1, x2, y2] = boundsOfShape(shape);
    return Math.round(x2) - Math.round(x1) < 1 || Math.round(y2) - Math.round(y1) < 1;
  },
  read(core, track, frame) {
    const bounds = core.detectionAt(track, frame)?.bounds;
    return bounds && box(bounds);
  },
});
