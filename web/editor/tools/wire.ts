/**
 * The wire: an outline drawn with clicks, which follows edges between them. It has no geometry of its own and makes a
 * polygon. The path between two points arrives from outside (`ToolContext.wire`) a moment later; until then it is
 * straight.
 */

import type { ImagePoint } from "../../base/brand.ts";
import { toolCursor } from "./cursor.ts";
import { beginPan, distancePx, continuePanning, isPlain, only } from "./gestures.ts";
import { firstPolygonKey } from "./read-shapes.ts";
import { clickTolerancePx, idle, type Tool, type ToolContext, type ToolEvent, type ToolResult } from "./tool.ts";
import type { Aim, Piece, ToolState } from "./tool.ts";
import { onPixel } from "./whole-pixels.ts";

/** Minimum number of clicks. */
const minClicks = 3;
/** How close a click must be to the first point to close the outline. CSS pixels. */
const joinPx = 10;

export const wireTool: Tool = {
  reduce,
  overlay(state, { wire, pointer, scale, reach }) {
    if (state.state !== "placing") return {};
    const { points } = state;
    const last = points.at(-1);
    const drawn = piecesOf(points).flatMap(([from, to]) => wire.along(from, to) ?? [from, to]);
    const toPointer = last !== undefined && pointer !== undefined ? wire.toPointer(last, pointer) : [];
    const joins = pointer !== undefined && closes(points, pointer, { scale, reach });
    return {
      shapes: [{ kind: "polyline", points: [...drawn, ...toPointer] }],
      handles: points.map((at, n) => ({ kind: "vertex", at, isActive: joins && n === 0 })),
    };
  },
  cursor: (state, context) => toolCursor(state, context, { hover: () => "crosshair", grip: () => "crosshair" }),
  read: () => [],
  keyToReplace: firstPolygonKey,
  pathPoints: (state) => (state.state === "placing" ? state.points : undefined),
};

/** Pairs of consecutive points. */
export function piecesOf(points: readonly ImagePoint[]): readonly Piece[] {
  return points.slice(1).map((to, n): Piece => [points[n]!, to]);
}

/** The same, plus the piece that closes the outline. */
export function piecesOfOutline(points: readonly ImagePoint[]): readonly Piece[] {
  return piecesOf([...points, ...points.slice(0, 1)]);
}

function closes(points: readonly ImagePoint[], { x, y }: ImagePoint, { scale, reach }: Aim): boolean {
  const [first] = points;
  return (
    points.length >= minClicks && first !== undefined && Math.hypot(first.x - x, first.y - y) * scale <= joinPx * reach
  );
}

function reduce(state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (state.state === "panning") {
    const isPointer = event.type === "pointerDown" || event.type === "pointerMove" || event.type === "pointerUp";
    return isPointer ? continuePanning(state, event) : only(state.then);
  }
  const { points, down } = state.state === "placing" ? state : { points: [], down: undefined };
  const resting: ToolState = points.length === 0 ? idle : { state: "placing", points };
  switch (event.type) {
    case "cancel":
      return only(resting);
    case "finish":
      return finish(points, resting, context);
    case "deletePoint":
      if (points.length === 0) return only(idle, { type: "refused", reason: "noPoint" });
      return only(points.length === 1 ? idle : { state: "placing", points: points.slice(0, -1) });
    case "pointerDown":
      return only({ state: "placing", points, down: event });
    case "pointerMove":
      if (down === undefined || isPlain(down, context) || distancePx(down.screen, event.screen) < clickTolerancePx) {
        return only(state);
      }
      return beginPan(down, event, resting);
    case "pointerUp": {
      if (down === undefined) return only(resting);
      if (down.button === "secondary") return finish(points, resting, context);
      if (!isPlain(down, context)) return only(resting);
      if (closes(points, down.image, context)) return finish(points, resting, context);
      const point = onPixel(down.image);
      const last = points.at(-1);
      // The second click of a double click adds no point.
      if (last?.x === point.x && last.y === point.y) return only(resting);
      return only({ state: "placing", points: [...points, point] });
    }
  }
}

function finish(points: readonly ImagePoint[], resting: ToolState, { wire }: ToolContext): ToolResult {
  if (points.length < minClicks) return only(resting, { type: "refused", reason: "tooFewPoints" });
  const pieces = piecesOfOutline(points);
  const paths = pieces.map(([from, to]) => wire.along(from, to));
  if (paths.includes(undefined)) return only(resting, { type: "wait", pieces });
  // Each path ends where the next one begins.
  const ring = paths.flatMap((path) => (path ?? []).slice(0, -1));
  return only(idle, { type: "finished", shape: { kind: "polygon", rings: [ring] }, isDrawn: true });
}
