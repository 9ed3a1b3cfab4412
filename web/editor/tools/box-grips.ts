/**
 * Geometry of an editable box: where its grips are, and what dragging one does. Image pixels throughout. A rotated box
 * is handled in its own frame, where it is upright.
 */

import type { Bounds } from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import { cornersOf, rotatePoint, type Shape } from "../../base/shape.ts";
import type { Aim, BoxGrip, Cursor } from "./tool.ts";

/** How close a mouse must be to a grip. CSS pixels. */
export const gripTolerancePx = 8;

export type Box = Shape & { readonly kind: "rectangle" };

/** How far the rotation handle is above the top side. CSS pixels. */
const rotationHandlePx = 24;
/** With Shift, a box is rotated in steps of this many radians. */
const turnStep = Math.PI / 12;
/** A box closer to upright than this counts as upright: half a degree. */
const uprightWithin = Math.PI / 360;

/** Grips clockwise from the top, 45 degrees apart. */
const gripsAround: readonly BoxGrip[] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
/** Cursors clockwise from the top. */
const cursorsAround: readonly Cursor[] = ["ns-resize", "nesw-resize", "ew-resize", "nwse-resize"];

/** The cursor that points in the grip's direction on the picture. */
export function gripCursor(grip: BoxGrip, { rotation = 0 }: Box): Cursor {
  const turns = gripsAround.indexOf(grip) + Math.round((rotation / Math.PI) * 4);
  return cursorsAround[((turns % 4) + 4) % 4] ?? "move";
}

function middleOf([x1, y1, x2, y2]: Bounds): ImagePoint {
  return imagePoint((x1 + x2) / 2, (y1 + y2) / 2);
}

/** A point in the box's own frame. */
function toBoxFrame({ bounds, rotation = 0 }: Box, point: ImagePoint): ImagePoint {
  return rotatePoint(point, middleOf(bounds), -rotation);
}

/**
 * The grip under `point`. Corners win over edges, edges over the inside; on a box too small for that (less than three
 * tolerances on screen), grips reach outwards only, so that the box can be moved.
 */
export function boxGripAt(box: Box, point: ImagePoint, aim: Aim): BoxGrip | "inside" | undefined {
  const [x1, y1, x2, y2] = box.bounds;
  const reach = (gripTolerancePx * aim.reach) / aim.scale;
  const inwardX = x2 - x1 < 3 * reach ? Math.min(reach, (x2 - x1) / 4) : reach;
  const inwardY = y2 - y1 < 3 * reach ? Math.min(reach, (y2 - y1) / 4) : reach;
  const { x, y } = toBoxFrame(box, point);
  if (x < x1 - reach || x > x2 + reach || y < y1 - reach || y > y2 + reach) return undefined;
  const west = x <= x1 + inwardX;
  const east = !west && x >= x2 - inwardX;
  const north = y <= y1 + inwardY;
  const south = !north && y >= y2 - inwardY;
  if (north) return west ? "nw" : east ? "ne" : "n";
  if (south) return west ? "sw" : east ? "se" : "s";
  if (west) return "w";
  return east ? "e" : "inside";
}

/** Where the rotation handle is. */
function turnHandleOf({ bounds, rotation = 0 }: Box, scale: number): ImagePoint {
  const middle = middleOf(bounds);
  return rotatePoint(imagePoint(middle.x, bounds[1] - rotationHandlePx / scale), middle, rotation);
}

/** The line from the middle of the top side to the rotation handle. */
export function turnStem(box: Box, scale: number): Shape {
  const { bounds, rotation = 0 } = box;
  const middle = middleOf(bounds);
  const foot = rotatePoint(imagePoint(middle.x, bounds[1]), middle, rotation);
  return { kind: "polyline", points: [foot, turnHandleOf(box, scale)] };
}

export function isOnTurnHandle(box: Box, point: ImagePoint, { scale, reach }: Aim): boolean {
  const handle = turnHandleOf(box, scale);
  return Math.hypot(handle.x - point.x, handle.y - point.y) * scale <= gripTolerancePx * reach;
}

/** The box rotated so that its top side faces `to`. */
export function turnTo(box: Box, to: ImagePoint, inSteps: boolean): Box {
  const middle = middleOf(box.bounds);
  // Atan2 of a point straight above is -90 degrees.
  const free = Math.atan2(to.y - middle.y, to.x - middle.x) + Math.PI / 2;
  const rotation = normalized(inSteps ? Math.round(free / turnStep) * turnStep : free);
  return withRotation(box, Math.abs(rotation) < uprightWithin ? 0 : rotation);
}

/** Rotated clockwise by this many whole degrees, starting from the nearest whole degree. */
export function turnBy(box: Box, degrees: number): Box {
  const now = Math.round(((box.rotation ?? 0) * 180) / Math.PI);
  return withRotation(box, normalized(((now + degrees) * Math.PI) / 180));
}

/** Between -180 and 180 degrees. */
function normalized(rotation: number): number {
  if (rotation <= -Math.PI) return rotation + 2 * Math.PI;
  return rotation > Math.PI ? rotation - 2 * Math.PI : rotation;
}

function withRotation({ rotation: _, ...box }: Box, rotation: number): Box {
  return rotation === 0 ? box : { ...box, rotation };
}

export function boundsFromCorners(a: ImagePoint, b: ImagePoint): Bounds {
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)];
}

/** Drags the edges held by `grip` to `point`; crossing the opposite edge flips the box. */
function resizeBounds([x1, y1, x2, y2]: Bounds, grip: BoxGrip, point: ImagePoint): Bounds {
  const left = grip === "nw" || grip === "w" || grip === "sw" ? point.x : x1;
  const right = grip === "ne" || grip === "e" || grip === "se" ? point.x : x2;
  const top = grip === "nw" || grip === "n" || grip === "ne" ? point.y : y1;
  const bottom = grip === "sw" || grip === "s" || grip === "se" ? point.y : y2;
  return [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
}

/**
 * Drags what `grip` holds to `point`; the opposite side stays where it is on the picture, even if the box is rotated.
 */
export function resizeBox(box: Box, grip: BoxGrip, point: ImagePoint): Box {
  const { bounds, rotation = 0 } = box;
  const [x1, y1, x2, y2] = resizeBounds(bounds, grip, toBoxFrame(box, point));
  if (rotation === 0) return { ...box, bounds: [x1, y1, x2, y2] };
  // In the frame of the old box, which rotated about the old center; the new box has its own center.
  const middle = rotatePoint(middleOf([x1, y1, x2, y2]), middleOf(bounds), rotation);
  const [halfX, halfY] = [(x2 - x1) / 2, (y2 - y1) / 2];
  return { ...box, bounds: [middle.x - halfX, middle.y - halfY, middle.x + halfX, middle.y + halfY] };
}

/** The box with its right and bottom sides moved; `undefined` if nothing would be left of it. */
export function stretchBox(box: Box, dx: number, dy: number): Box | undefined {
  const [x1, y1, x2, y2] = box.bounds;
  if (x2 + dx - x1 < 1 || y2 + dy - y1 < 1) return undefined;
  return resizeBox(box, "se", rotatePoint(imagePoint(x2 + dx, y2 + dy), middleOf(box.bounds), box.rotation ?? 0));
}

export function boxHandles(box: Box, scale: number): readonly OverlayHandle[] {
  const { bounds, rotation = 0 } = box;
  const corners = cornersOf(bounds, rotation);
  const sides = corners.map((corner, index) => {
    const next = corners[(index + 1) % corners.length]!;
    return imagePoint((corner.x + next.x) / 2, (corner.y + next.y) / 2);
  });
  return [
    ...corners.map((at) => ({ kind: "corner", at }) as const),
    ...sides.map((at) => ({ kind: "side", at }) as const),
    { kind: "turn", at: turnHandleOf(box, scale) },
  ];
}
