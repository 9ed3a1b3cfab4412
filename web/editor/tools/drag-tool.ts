/**
 * A tool that draws with one drag and moves or changes the result with another: everything except the geometry, which
 * is a few functions on shapes.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint } from "../../base/brand.ts";
import type { OverlayHandle } from "../../base/overlay.ts";
import { mapPoints, type Shape } from "../../base/shape.ts";
import { beginPan, clicked, distancePx, continuePanning, isPlain, only } from "./gestures.ts";
import { toolCursor } from "./cursor.ts";
import { clickTolerancePx, idle, shapeOf } from "./tool.ts";
import { wholeOffset } from "./whole-pixels.ts";
import type {
  Aim,
  Cursor,
  Grip,
  Offset,
  PointerInput,
  Tool,
  ToolContext,
  ToolEvent,
  ToolResult,
  ToolState,
} from "./tool.ts";

/** The part specific to a geometry. */
export interface DragGeometry {
  /** The shape that a drag on empty canvas draws. */
  readonly draw: (from: ImagePoint, to: ImagePoint) => Shape;
  readonly gripAt: (shape: Shape, point: ImagePoint, aim: Aim) => Grip | undefined;
  /** The shape after dragging what `grip` holds to a point. `shift`: in steps, where there are any. */
  readonly change: (shape: Shape, grip: Grip, to: ImagePoint, shift: boolean) => Shape;
  /** Whether a drag from a point moves a shape that is not being edited; default: where it has a grip. */
  readonly isOn?: (shape: Shape, point: ImagePoint, aim: Aim) => boolean;
  readonly handles: (shape: Shape, scale: number) => readonly OverlayHandle[];
  /** Lines that connect handles to the shape. */
  readonly guides?: (shape: Shape, scale: number) => readonly Shape[];
  readonly gripCursor: (grip: Grip, shape: Shape) => Cursor;
  /** Too small to be intended. */
  readonly isSlip: (shape: Shape) => boolean;
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => Shape | undefined;
}

export function createDragTool(geometry: DragGeometry): Tool {
  return {
    reduce: (state, event, context) => reduce(geometry, state, event, context),
    overlay(state, { alongside, editable, scale }) {
      const shape = shapeOf(state) ?? editable[0];
      if (shape === undefined) return {};
      const handles = state.state === "drawing" ? [] : geometry.handles(shape, scale);
      // A rotated box is geometry too, and moving it moves everything.
      const isWhole = state.state === "translating" || isRotated(shape) || isRotated(editable[0]);
      const guides = guided.has(state.state) ? (geometry.guides?.(shape, scale) ?? []) : [];
      if (!isWhole) return { shapes: [...guides, shape], handles };
      const moved = state.state === "translating" ? offsetOf(state) : { dx: 0, dy: 0 };
      const others = alongside().filter(({ kind }) => kind !== "rectangle");
      const along = others.map((each) => moveShape(each, moved));
      return { shapes: [...guides, shape, ...along], handles, replaces: "all" };
    },
    cursor: (state, context) => cursorOf(geometry, state, context),
    read(core, track, frame) {
      const shape = geometry.read(core, track, frame);
      return shape === undefined ? [] : [shape];
    },
  };
}

/** While something else is being dragged, guides would only be in the way. */
const guided: ReadonlySet<ToolState["state"]> = new Set(["idle", "pointing", "turning"]);

function isRotated(shape: Shape | undefined): boolean {
  return shape?.kind === "rectangle" && (shape.rotation ?? 0) !== 0;
}

export function moveShape(shape: Shape, { dx, dy }: Offset): Shape {
  return mapPoints(shape, ({ x, y }) => ({ x: x + dx, y: y + dy }) as ImagePoint);
}

function offsetOf({ original, shape }: ToolState & { readonly state: "translating" }): Offset {
  if (original.kind !== "rectangle" || shape.kind !== "rectangle") return { dx: 0, dy: 0 };
  return { dx: shape.bounds[0] - original.bounds[0], dy: shape.bounds[1] - original.bounds[1] };
}

function cursorOf(geometry: DragGeometry, state: ToolState, context: ToolContext): Cursor {
  return toolCursor(state, context, {
    hover: (point) => hoverCursor(geometry, point, context),
    grip: (grip, shape) => geometry.gripCursor(grip, shape),
  });
}

function hoverCursor(geometry: DragGeometry, point: ImagePoint, context: ToolContext): Cursor {
  const grip = gripUnder(geometry, point, context);
  const [shape] = context.editable;
  if (grip !== undefined && shape !== undefined) return geometry.gripCursor(grip, shape);
  if (context.canDraw) return "crosshair";
  if (isOnMovable(geometry, point, context)) return "move";
  return context.isOverTrack ? "pointer" : "default";
}

function gripUnder(geometry: DragGeometry, point: ImagePoint, context: ToolContext): Grip | undefined {
  const [shape] = context.editable;
  return shape === undefined ? undefined : geometry.gripAt(shape, point, context);
}

function isOnMovable(geometry: DragGeometry, point: ImagePoint, context: ToolContext): boolean {
  const { movable } = context;
  if (movable === undefined) return false;
  return geometry.isOn?.(movable, point, context) ?? geometry.gripAt(movable, point, context) !== undefined;
}

function reduce(geometry: DragGeometry, state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (event.type === "cancel") return only(idle);
  if (event.type === "finish") return only(state);
  if (event.type === "deletePoint") return only(state, { type: "refused", reason: "noPoint" });
  const finish = (shape: Shape, isDrawn = false): ToolResult =>
    geometry.isSlip(shape) ? only(idle) : only(idle, { type: "finished", shape, ...(isDrawn && { isDrawn }) });
  switch (state.state) {
    case "placing":
    case "tracing":
    case "asking":
      return only(idle);

    case "idle": {
      if (event.type !== "pointerDown") return only(state);
      const grip = isPlain(event, context) ? gripUnder(geometry, event.image, context) : undefined;
      return only({ state: "pointing", start: event, grip });
    }

    case "pointing": {
      const { start, grip } = state;
      if (event.type === "pointerUp") {
        // A click on the handles of the edited shape does not pick the shape below it.
        return grip !== undefined || context.pansAnywhere ? only(idle) : only(idle, clicked(start));
      }
      if (event.type !== "pointerMove" || distancePx(start.screen, event.screen) < clickTolerancePx) return only(state);
      return beginDrag(geometry, start, grip, event, context);
    }

    case "drawing": {
      const shape = geometry.draw(state.anchor, event.image);
      return event.type === "pointerUp" ? finish(shape, true) : only({ ...state, shape });
    }

    case "translating": {
      const moved = translate(state.original, state.from, event.image);
      if (event.type !== "pointerUp") return only(moved);
      if (geometry.isSlip(moved.shape)) return only(idle);
      return only(idle, { type: "finished", shape: moved.shape, moved: offsetOf(moved) });
    }

    case "turning":
    case "resizing":
    case "draggingVertex": {
      const shape = geometry.change(state.original, state.grip, event.image, event.shift);
      return event.type === "pointerUp" ? finish(shape) : only({ ...state, shape });
    }

    case "panning":
      return continuePanning(state, event);
  }
}

function translate(original: Shape, from: ImagePoint, to: ImagePoint): ToolState & { readonly state: "translating" } {
  const shape = moveShape(original, wholeOffset(from, to));
  return { state: "translating", from, original, shape };
}

const dragStates = { vertex: "draggingVertex", edge: "draggingVertex", side: "resizing", turn: "turning" } as const;

/** The pointer has moved past the tolerance: where it was pressed decides what the drag does. */
function beginDrag(
  geometry: DragGeometry,
  start: PointerInput,
  grip: Grip | undefined,
  now: PointerInput,
  context: ToolContext,
): ToolResult {
  const from = start.image;
  if (!isPlain(start, context)) return beginPan(start, now, idle);
  const [original] = context.editable;
  if (grip !== undefined && original !== undefined) {
    if (grip.kind === "inside") return only(translate(original, from, now.image));
    const shape = geometry.change(original, grip, now.image, now.shift);
    return only({ state: dragStates[grip.kind], from, grip, original, shape });
  }
  if (context.canDraw) return only({ state: "drawing", anchor: from, shape: geometry.draw(from, now.image) });
  if (context.movable !== undefined && isOnMovable(geometry, from, context)) {
    return only(translate(context.movable, from, now.image), { type: "editMovable" });
  }
  return beginPan(start, now, idle);
}
