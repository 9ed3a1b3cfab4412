/**
 * A tool that draws with one drag, and moves or changes what is drawn with another: all of it but the geometry, which is
 * a few functions on shapes.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import type { Shape } from "../../base/shape.ts";
import { clickTolerancePx, idle, shapeOf } from "./tool.ts";
import type { Cursor, Grip, PointerInput, Tool, ToolContext, ToolEvent, ToolResult, ToolState } from "./tool.ts";

/** What a geometry has of its own. */
export interface DragGeometry {
  /** What a drag on free canvas draws. */
  readonly draw: (from: ImagePoint, to: ImagePoint) => Shape;
  /** What is under a point; `scale` is CSS pixels per image pixel. */
  readonly gripAt: (shape: Shape, point: ImagePoint, scale: number) => Grip | undefined;
  readonly move: (shape: Shape, dx: number, dy: number) => Shape;
  /** The shape with what `grip` holds dragged to a point. */
  readonly change: (shape: Shape, grip: Grip, to: ImagePoint) => Shape;
  readonly handles: (shape: Shape) => readonly OverlayHandle[];
  readonly gripCursor: (grip: Grip) => Cursor;
  /** Too small to be meant. */
  readonly isSlip: (shape: Shape) => boolean;
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => Shape | undefined;
}

export function createDragTool(geometry: DragGeometry): Tool {
  return {
    reduce: (state, event, context) => reduce(geometry, state, event, context),
    overlay(state, { editable }) {
      const shape = shapeOf(state) ?? editable;
      if (shape === undefined) return {};
      return { shapes: [shape], handles: state.state === "drawing" ? [] : geometry.handles(shape) };
    },
    cursor: (state, context) => cursorOf(geometry, state, context),
    read: geometry.read,
  };
}

function cursorOf(geometry: DragGeometry, state: ToolState, context: ToolContext): Cursor {
  if (context.pansAnywhere && state.state !== "panning") return "grab";
  switch (state.state) {
    case "idle":
      return context.pointer === undefined ? "default" : hoverCursor(geometry, context.pointer, context);
    case "pointing":
      return hoverCursor(geometry, state.start.image, context);
    case "drawing":
      return "crosshair";
    case "translating":
      return "move";
    case "resizing":
    case "draggingVertex":
      return geometry.gripCursor(state.grip);
    case "panning":
      return "grabbing";
  }
}

function hoverCursor(geometry: DragGeometry, point: ImagePoint, context: ToolContext): Cursor {
  const grip = gripUnder(geometry, point, context);
  if (grip !== undefined) return geometry.gripCursor(grip);
  if (context.canDraw) return "crosshair";
  if (isOnMovable(geometry, point, context)) return "move";
  return context.isOverTrack ? "pointer" : "default";
}

function gripUnder(geometry: DragGeometry, point: ImagePoint, { editable, scale }: ToolContext): Grip | undefined {
  return editable === undefined ? undefined : geometry.gripAt(editable, point, scale);
}

function isOnMovable(geometry: DragGeometry, point: ImagePoint, { movable, scale }: ToolContext): boolean {
  return movable !== undefined && geometry.gripAt(movable, point, scale) !== undefined;
}

function only(state: ToolState, ...effects: ToolResult["effects"]): ToolResult {
  return { state, effects };
}

function reduce(geometry: DragGeometry, state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (event.type === "cancel") return only(idle);
  const finish = (shape: Shape): ToolResult =>
    geometry.isSlip(shape) ? only(idle) : only(idle, { type: "finished", shape });
  switch (state.state) {
    case "idle": {
      if (event.type !== "pointerDown") return only(state);
      const isPlain = event.button === "primary" && !context.pansAnywhere;
      const grip = isPlain ? gripUnder(geometry, event.image, context) : undefined;
      return only({ state: "pointing", start: event, grip });
    }

    case "pointing": {
      const { start, grip } = state;
      if (event.type === "pointerUp") {
        // A click on the handles of the edited shape is not a click on what lies beneath it.
        if (grip !== undefined || context.pansAnywhere) return only(idle);
        return only(idle, { type: "clicked", at: start.image, button: start.button, shift: start.shift });
      }
      if (event.type !== "pointerMove" || distancePx(start.screen, event.screen) < clickTolerancePx) return only(state);
      return beginDrag(geometry, start, grip, event, context);
    }

    case "drawing": {
      const shape = geometry.draw(state.anchor, event.image);
      return event.type === "pointerUp" ? finish(shape) : only({ ...state, shape });
    }

    case "translating": {
      const shape = geometry.move(state.original, event.image.x - state.from.x, event.image.y - state.from.y);
      return event.type === "pointerUp" ? finish(shape) : only({ ...state, shape });
    }

    case "resizing":
    case "draggingVertex": {
      const shape = geometry.change(state.original, state.grip, event.image);
      return event.type === "pointerUp" ? finish(shape) : only({ ...state, shape });
    }

    case "panning": {
      const panned = {
        type: "panned",
        dxPx: event.screen.x - state.last.x,
        dyPx: event.screen.y - state.last.y,
      } as const;
      return only(event.type === "pointerUp" ? idle : { state: "panning", last: event.screen }, panned);
    }
  }
}

function distancePx(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The pointer has left the tolerance: what it went down on decides what the drag is. */
function beginDrag(
  geometry: DragGeometry,
  start: PointerInput,
  grip: Grip | undefined,
  now: PointerInput,
  context: ToolContext,
): ToolResult {
  const from = start.image;
  const isPlain = start.button === "primary" && !context.pansAnywhere;
  const translate = (original: Shape): ToolState => {
    const shape = geometry.move(original, now.image.x - from.x, now.image.y - from.y);
    return { state: "translating", from, original, shape };
  };
  if (isPlain && grip !== undefined && context.editable !== undefined) {
    const original = context.editable;
    if (grip.kind === "inside") return only(translate(original));
    const shape = geometry.change(original, grip, now.image);
    return only({ state: grip.kind === "vertex" ? "draggingVertex" : "resizing", from, grip, original, shape });
  }
  if (isPlain && context.canDraw) {
    return only({ state: "drawing", anchor: from, shape: geometry.draw(from, now.image) });
  }
  if (isPlain && context.movable !== undefined && isOnMovable(geometry, from, context)) {
    return only(translate(context.movable), { type: "editSelected" });
  }
  return only(
    { state: "panning", last: now.screen },
    { type: "panned", dxPx: now.screen.x - start.screen.x, dyPx: now.screen.y - start.screen.y },
  );
}
