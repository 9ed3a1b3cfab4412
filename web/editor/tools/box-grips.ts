/** Geometry of an editable box: where its grips are, and what dragging one does. Image pixels throughout. */

import type { Bounds } from "#core/types";
import { imagePoint, type ImagePoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import type { Cursor } from "./tool.ts";

/** Where a box can be taken hold of besides its inside: a corner or an edge. */
export type BoxGrip = "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w";

/** How near the pointer must be to a grip. CSS pixels. */
export const gripTolerancePx = 8;

export const gripCursors: Readonly<Record<BoxGrip, Cursor>> = {
  nw: "nwse-resize",
  n: "ns-resize",
  ne: "nesw-resize",
  e: "ew-resize",
  se: "nwse-resize",
  s: "ns-resize",
  sw: "nesw-resize",
  w: "ew-resize",
};

/**
 * The grip under `point`. `scale` is CSS pixels per image pixel. Corners win over edges, edges over the inside; on a
 * box too small for that (less than three tolerances on screen) grips reach outwards only, so that it can be moved.
 */
export function boxGripAt(bounds: Bounds, point: ImagePoint, scale: number): BoxGrip | "inside" | undefined {
  const [x1, y1, x2, y2] = bounds;
  const reach = gripTolerancePx / scale;
  const inwardX = x2 - x1 < 3 * reach ? Math.min(reach, (x2 - x1) / 4) : reach;
  const inwardY = y2 - y1 < 3 * reach ? Math.min(reach, (y2 - y1) / 4) : reach;
  const { x, y } = point;
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

export function boundsFromCorners(a: ImagePoint, b: ImagePoint): Bounds {
  return [Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y)];
}

export function moveBounds([x1, y1, x2, y2]: Bounds, dx: number, dy: number): Bounds {
  return [x1 + dx, y1 + dy, x2 + dx, y2 + dy];
}

/** Drags the edges that `grip` holds to `point`; crossing the opposite edge flips the box. */
export function resizeBounds([x1, y1, x2, y2]: Bounds, grip: BoxGrip, point: ImagePoint): Bounds {
  const left = grip === "nw" || grip === "w" || grip === "sw" ? point.x : x1;
  const right = grip === "ne" || grip === "e" || grip === "se" ? point.x : x2;
  const top = grip === "nw" || grip === "n" || grip === "ne" ? point.y : y1;
  const bottom = grip === "sw" || grip === "s" || grip === "se" ? point.y : y2;
  return [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
}

export function boxHandles([x1, y1, x2, y2]: Bounds): readonly OverlayHandle[] {
  const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const corners = [imagePoint(x1, y1), imagePoint(x2, y1), imagePoint(x2, y2), imagePoint(x1, y2)];
  const sides = [imagePoint(x, y1), imagePoint(x2, y), imagePoint(x, y2), imagePoint(x1, y)];
  return [
    ...corners.map((at) => ({ kind: "corner", at }) as const),
    ...sides.map((at) => ({ kind: "side", at }) as const),
  ];
}
