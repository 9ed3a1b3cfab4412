/**
 * What a tool is: what a pointer does on the canvas for one geometry, as three pure functions over small leaf states.
 *
 * idle -> pointing -> drawing | translating | resizing | draggingVertex | panning -> idle. Until the pointer has moved
 * `clickTolerancePx` it is only pointing, so a click never moves anything. The shape in progress is part of the state,
 * never of the dataset: cancelling is forgetting it, finishing hands out one `finished` effect.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../../base/brand.ts";
import type { Overlay } from "../../base/overlay.ts";
import type { Shape } from "../../base/shape.ts";
import type { BoxGrip } from "./box-grips.ts";

/** A click is one as long as the pointer moves less than this; from here on it is a drag. CSS pixels. */
export const clickTolerancePx = 5;

/** CSS cursor names the canvas uses. */
export type Cursor =
  | "default"
  | "pointer"
  | "crosshair"
  | "move"
  | "grab"
  | "grabbing"
  | "nwse-resize"
  | "nesw-resize"
  | "ns-resize"
  | "ew-resize";

/** Where a shape is taken hold of. A vertex is counted through all its points. */
export type Grip =
  | { readonly kind: "inside" }
  | { readonly kind: "side"; readonly side: BoxGrip }
  | { readonly kind: "vertex"; readonly index: number };

export type ToolState =
  | { readonly state: "idle" }
  | { readonly state: "pointing"; readonly start: PointerInput; readonly grip: Grip | undefined }
  | { readonly state: "drawing"; readonly anchor: ImagePoint; readonly shape: Shape }
  | { readonly state: "translating"; readonly from: ImagePoint; readonly original: Shape; readonly shape: Shape }
  | {
      readonly state: "resizing" | "draggingVertex";
      readonly from: ImagePoint;
      readonly grip: Grip;
      readonly original: Shape;
      readonly shape: Shape;
    }
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
  /** The shape with handles, when one is being edited on this frame. */
  readonly editable: Shape | undefined;
  /** The shape of the selected track, which is not edited yet: dragging it begins editing and moves it. */
  readonly movable: Shape | undefined;
  /** Where the pointer is; `undefined`: not on the canvas. */
  readonly pointer: ImagePoint | undefined;
  /** Every drag pans, whatever is under the pointer. */
  readonly pansAnywhere: boolean;
  /** CSS pixels per image pixel: handles keep their size on screen. */
  readonly scale: number;
  /** Something that a click would pick is under the pointer. */
  readonly isOverTrack: boolean;
}

export type ToolEffect =
  | { readonly type: "finished"; readonly shape: Shape }
  /** A drag of what is selected: begin to edit it. Where that is refused, the drag is dropped. */
  | { readonly type: "editSelected" }
  | { readonly type: "clicked"; readonly at: ImagePoint; readonly button: PointerButton; readonly shift: boolean }
  | { readonly type: "panned"; readonly dxPx: number; readonly dyPx: number };

export interface ToolResult {
  readonly state: ToolState;
  readonly effects: readonly ToolEffect[];
}

export interface Tool {
  readonly reduce: (state: ToolState, event: ToolEvent, context: ToolContext) => ToolResult;
  /** Shapes and handles to draw; in progress or not. */
  readonly overlay: (state: ToolState, context: ToolContext) => Overlay;
  readonly cursor: (state: ToolState, context: ToolContext) => Cursor;
  /** What of a track this tool edits on a frame; `undefined`: there is nothing yet. */
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => Shape | undefined;
}

export const idle: ToolState = { state: "idle" };

/** The shape in progress, in image pixels, not yet rounded. */
export function shapeOf(state: ToolState): Shape | undefined {
  return "shape" in state ? state.shape : undefined;
}
