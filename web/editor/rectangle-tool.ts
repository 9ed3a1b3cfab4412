/**
 * The rectangle tool: what a pointer does on the canvas, as small leaf states.
 *
 * idle -> pointing -> drawing | translating | resizing | panning -> idle. Until the pointer has moved `clickTolerancePx`
 * it is only pointing, so a click never moves anything. The shape in progress is part of the state, never of the
 * dataset: cancelling is forgetting it, finishing hands out one `finished` effect.
 */

import type { Bounds } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../base/brand.ts";
import { boundsFromCorners, gripAt, gripCursor, moveBounds, resizeBounds } from "./rectangle.ts";
import type { Cursor, Grip } from "./rectangle.ts";

/** A click is one as long as the pointer moves less than this; from here on it is a drag. CSS pixels. */
const clickTolerancePx = 5;

export type ToolState =
  | { readonly state: "idle"; readonly cursor: Cursor }
  | { readonly state: "pointing"; readonly start: PointerInput; readonly grip: Grip | undefined }
  | { readonly state: "drawing"; readonly anchor: ImagePoint; readonly shape: Bounds }
  | { readonly state: "translating"; readonly from: ImagePoint; readonly original: Bounds; readonly shape: Bounds }
  | { readonly state: "resizing"; readonly grip: Grip; readonly original: Bounds; readonly shape: Bounds }
  | { readonly state: "panning"; readonly last: ScreenPoint };

export type PointerButton = "primary" | "middle" | "secondary";

export interface PointerInput {
  readonly screen: ScreenPoint;
  readonly image: ImagePoint;
  readonly button: PointerButton;
  readonly shift: boolean;
}

export type ToolEvent =
  | ({ readonly type: "pointerDown" } & PointerInput)
  | ({ readonly type: "pointerMove" } & PointerInput)
  | ({ readonly type: "pointerUp" } & PointerInput)
  | { readonly type: "cancel" };

export interface ToolContext {
  /** A drag on free canvas draws instead of panning: a shape is awaited. */
  readonly canDraw: boolean;
  /** The box with handles, when one is being edited on this frame. */
  readonly editable: Bounds | undefined;
  /** CSS pixels per image pixel: handles keep their size on screen. */
  readonly scale: number;
  /** Something that a click would pick is under the pointer. */
  readonly isOverTrack: boolean;
}

export type ToolEffect =
  | { readonly type: "finished"; readonly bounds: Bounds }
  | { readonly type: "clicked"; readonly at: ImagePoint; readonly button: PointerButton; readonly shift: boolean }
  | { readonly type: "panned"; readonly dxPx: number; readonly dyPx: number };

export interface ToolResult {
  readonly state: ToolState;
  readonly effects: readonly ToolEffect[];
}

export const idle: ToolState = { state: "idle", cursor: "default" };

/** The shape in progress, in image pixels, not yet rounded. */
export function shapeOf(state: ToolState): Bounds | undefined {
  return "shape" in state ? state.shape : undefined;
}

export function cursorOf(state: ToolState, context: ToolContext): Cursor {
  switch (state.state) {
    case "idle":
      return state.cursor;
    case "pointing":
      return state.grip === undefined ? hoverCursor(undefined, context) : gripCursor(state.grip);
    case "drawing":
      return "crosshair";
    case "translating":
      return "move";
    case "resizing":
      return gripCursor(state.grip);
    case "panning":
      return "grabbing";
  }
}

function hoverCursor(grip: Grip | undefined, context: ToolContext): Cursor {
  if (grip !== undefined) return gripCursor(grip);
  if (context.canDraw) return "crosshair";
  return context.isOverTrack ? "pointer" : "default";
}

function gripUnder(point: ImagePoint, context: ToolContext): Grip | undefined {
  return context.editable === undefined ? undefined : gripAt(context.editable, point, context.scale);
}

function only(state: ToolState, ...effects: ToolEffect[]): ToolResult {
  return { state, effects };
}

export function reduceTool(state: ToolState, event: ToolEvent, context: ToolContext): ToolResult {
  if (event.type === "cancel") return only(idle);
  switch (state.state) {
    case "idle": {
      const grip = gripUnder(event.image, context);
      if (event.type !== "pointerDown") return only({ state: "idle", cursor: hoverCursor(grip, context) });
      return only({ state: "pointing", start: event, grip: event.button === "primary" ? grip : undefined });
    }

    case "pointing": {
      const { start, grip } = state;
      if (event.type === "pointerUp") {
        const isInside = grip !== undefined;
        // A click on the handles of the edited box is not a click on what lies beneath it.
        if (isInside && start.button === "primary") return only(idle);
        return only(idle, { type: "clicked", at: start.image, button: start.button, shift: start.shift });
      }
      if (event.type !== "pointerMove" || distancePx(start.screen, event.screen) < clickTolerancePx) return only(state);
      return beginDrag(start, grip, event, context);
    }

    case "drawing": {
      const shape = boundsFromCorners(state.anchor, event.image);
      if (event.type === "pointerUp") return finish(shape);
      return only({ ...state, shape });
    }

    case "translating": {
      const shape = moveBounds(state.original, event.image.x - state.from.x, event.image.y - state.from.y);
      if (event.type === "pointerUp") return finish(shape);
      return only({ ...state, shape });
    }

    case "resizing": {
      const shape = resizeBounds(state.original, state.grip, event.image);
      if (event.type === "pointerUp") return finish(shape);
      return only({ ...state, shape });
    }

    case "panning": {
      const effect: ToolEffect = {
        type: "panned",
        dxPx: event.screen.x - state.last.x,
        dyPx: event.screen.y - state.last.y,
      };
      return only(event.type === "pointerUp" ? idle : { state: "panning", last: event.screen }, effect);
    }
  }
}

function distancePx(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** The pointer has left the tolerance: what it went down on decides what the drag is. */
function beginDrag(start: PointerInput, grip: Grip | undefined, now: PointerInput, context: ToolContext): ToolResult {
  if (start.button === "primary" && grip !== undefined && context.editable !== undefined) {
    if (grip === "inside") {
      const shape = moveBounds(context.editable, now.image.x - start.image.x, now.image.y - start.image.y);
      return only({ state: "translating", from: start.image, original: context.editable, shape });
    }
    const shape = resizeBounds(context.editable, grip, now.image);
    return only({ state: "resizing", grip, original: context.editable, shape });
  }
  if (start.button === "primary" && context.canDraw) {
    return only({ state: "drawing", anchor: start.image, shape: boundsFromCorners(start.image, now.image) });
  }
  return only(
    { state: "panning", last: now.screen },
    { type: "panned", dxPx: now.screen.x - start.screen.x, dyPx: now.screen.y - start.screen.y },
  );
}

/** A shape thinner than one image pixel is a slip of the hand, not a box. */
function finish(shape: Bounds): ToolResult {
  const [x1, y1, x2, y2] = shape;
  return Math.round(x2) - Math.round(x1) < 1 || Math.round(y2) - Math.round(y1) < 1
    ? only(idle)
    : only(idle, { type: "finished", bounds: shape });
}
