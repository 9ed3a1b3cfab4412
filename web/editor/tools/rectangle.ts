/** The rectangle tool: the box of a detection, upright or rotated. */

import type { ImagePoint } from "../../base/brand.ts";
import { boundsOfShape, type Shape } from "../../base/shape.ts";
import {
  boundsFromCorners,
  boxGripAt,
  boxHandles,
  gripCursor,
  isOnTurnHandle,
  resizeBox,
  turnStem,
  turnTo,
  type Box,
} from "./box-grips.ts";
import { createDragTool } from "./drag-tool.ts";
import { readBox } from "./read-shapes.ts";
import type { Aim, Grip, Tool } from "./tool.ts";
import { isThinnerThanPixel } from "./whole-pixels.ts";

const boxOf = (shape: Shape): Box =>
  shape.kind === "rectangle" ? shape : { kind: "rectangle", bounds: boundsOfShape(shape) };

export const rectangleTool: Tool = createDragTool({
  draw: (from, to) => ({ kind: "rectangle", bounds: boundsFromCorners(from, to) }),
  gripAt(shape: Shape, point: ImagePoint, aim: Aim): Grip | undefined {
    const box = boxOf(shape);
    if (isOnTurnHandle(box, point, aim)) return { kind: "turn" };
    const side = boxGripAt(box, point, aim);
    if (side === undefined) return undefined;
    return side === "inside" ? { kind: "inside", part: { shape: 0, ring: 0 } } : { kind: "side", side };
  },
  change(shape, grip, to, shift) {
    if (grip.kind === "side") return resizeBox(boxOf(shape), grip.side, to);
    return grip.kind === "turn" ? turnTo(boxOf(shape), to, shift) : shape;
  },
  guides: (shape, scale) => [turnStem(boxOf(shape), scale)],
  handles: (shape, scale) => boxHandles(boxOf(shape), scale),
  gripCursor(grip, shape) {
    if (grip.kind === "side") return gripCursor(grip.side, boxOf(shape));
    return grip.kind === "turn" ? "grab" : "move";
  },
  /** A slip of the hand, not a box. */
  isSlip(shape) {
    return isThinnerThanPixel(boxOf(shape).bounds);
  },
  read: readBox,
});
