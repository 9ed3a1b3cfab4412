/**
 * Several selected objects as one: the grips of the box around them stretch them all, and dragging any of them moves
 * them all.
 */

import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfShape, type Shape } from "../../base/shape.ts";
import { boundsFromCorners, boxGripAt, boxHandles, gripCursor, resizeBox, type Box } from "./box-grips.ts";
import { createDragTool } from "./drag-tool.ts";
import type { Aim, Tool } from "./tool.ts";
import { isThinnerThanPixel } from "./whole-pixels.ts";

const boxOf = (shape: Shape): Box => ({ kind: "rectangle", bounds: boundsOfShape(shape) });

export const selectionTool: Tool = createDragTool({
  draw: (from, to) => ({ kind: "rectangle", bounds: boundsFromCorners(from, to) }),
  gripAt(shape: Shape, point: ImagePoint, aim: Aim) {
    const side = boxGripAt(boxOf(shape), point, aim);
    // Objects inside it are picked one by one.
    return side === undefined || side === "inside" ? undefined : { kind: "side", side };
  },
  isOn: (shape, point, aim) => boxGripAt(boxOf(shape), point, aim) !== undefined,
  change: (shape, grip, to) => (grip.kind === "side" ? resizeBox(boxOf(shape), grip.side, to) : shape),
  handles: (shape, scale) => boxHandles(boxOf(shape), scale).filter(({ kind }) => kind !== "turn"),
  gripCursor: (grip, shape) => (grip.kind === "side" ? gripCursor(grip.side, boxOf(shape)) : "move"),
  isSlip: (shape) => isThinnerThanPixel(boxOf(shape).bounds),
  read: () => undefined,
});
