/**
 * What a tool is: what a pointer does on the canvas for one geometry, as three pure functions over small leaf states.
 *
 * With drags: idle -> pointing -> drawing | translating | resizing | draggingVertex | panning -> idle. With clicks: idle ->
 * pointing -> placing (-> tracing -> placing) -> idle. Until the pointer has moved `clickTolerancePx` it is only pointing,
 * so a click never moves anything. The shape in progress is part of the state, never of the dataset: cancelling is
 * forgetting it, finishing hands out one `finished` effect.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../../base/brand.ts";
import type { Overlay } from "../../base/overlay.ts";
import type { Prompt } from "../../base/prompt.ts";
import type { BoxBounds, Shape } from "../../base/shape.ts";

/** A press counts as a click while the pointer moves less than this; from here on it is a drag. CSS pixels. */
export const clickTolerancePx = 5;

/** Where a box can be taken hold of besides its inside: a corner or an edge. */
export type BoxGrip = "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w";

/** CSS cursor names the canvas uses. */
export type Cursor =
  | "default"
  | "pointer"
  | "crosshair"
  | "copy"
  | "move"
  | "grab"
  | "grabbing"
  | "nwse-resize"
  | "nesw-resize"
  | "ns-resize"
  | "ew-resize";

/** A point of one of the edited shapes, or (without `point`) a whole ring of it. Rings after the first are holes. */
export interface PartRef {
  readonly shape: number;
  readonly ring: number;
  readonly point?: number;
}

/** Where the edited shapes are taken hold of. */
export type Grip =
  | { readonly kind: "inside"; readonly part: PartRef }
  | { readonly kind: "side"; readonly side: BoxGrip }
  /** The handle that turns a box. */
  | { readonly kind: "turn" }
  | { readonly kind: "vertex"; readonly part: PartRef }
  /** The place for a new point, which would get the number of `part`. */
  | { readonly kind: "edge"; readonly part: PartRef };

export type ToolState =
  /** `selected`: the handle that was clicked, or what is around it. */
  | { readonly state: "idle"; readonly selected?: PartRef | undefined }
  | {
      readonly state: "pointing";
      readonly start: PointerInput;
      readonly grip: Grip | undefined;
      readonly selected?: PartRef | undefined;
    }
  | { readonly state: "drawing"; readonly anchor: ImagePoint; readonly shape: Shape }
  /** Points that were clicked so far. `down`: the pointer is pressed for the next one. */
  | { readonly state: "placing"; readonly points: readonly ImagePoint[]; readonly down?: PointerInput | undefined }
  /** The pressed pointer leaves a trail of points. */
  | { readonly state: "tracing"; readonly points: readonly ImagePoint[]; readonly last: ScreenPoint }
  | {
      readonly state: "translating";
      readonly from: ImagePoint;
      readonly original: Shape;
      readonly shape: Shape;
      readonly selected?: PartRef | undefined;
    }
  | {
      readonly state: "resizing" | "draggingVertex" | "turning";
      readonly from: ImagePoint;
      readonly grip: Grip;
      readonly original: Shape;
      readonly shape: Shape;
    }
  /** Prompts so far. `down`: the pointer is pressed for the next one; `box`: and drags a box. */
  | {
      readonly state: "asking";
      readonly prompts: readonly Prompt[];
      readonly down?: PointerInput | undefined;
      readonly box?: BoxBounds;
    }
  /** `then`: the state to return to. */
  | { readonly state: "panning"; readonly last: ScreenPoint; readonly then: ToolState };

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
  /** Enter: what is half drawn is all of it. */
  | { readonly type: "finish" }
  /** The selected point goes, or the one that was placed last. */
  | { readonly type: "deletePoint" }
  /** The pointer was taken away in the middle. Points that were placed before stay. */
  | { readonly type: "cancel" };

/** What is added to a detection that has shapes of the geometry already. */
export type Addition = "shape" | "hole";

/** What is known of the ways along edges between points. */
export interface WireWays {
  /** Both points included; `undefined`: it is not known yet. */
  along(from: ImagePoint, to: ImagePoint): readonly ImagePoint[] | undefined;
  /** As far as it is known now. */
  toPointer(from: ImagePoint, to: ImagePoint): readonly ImagePoint[];
}

export interface ToolContext {
  /** A drag on free canvas draws instead of panning: a shape is awaited. */
  readonly canDraw: boolean;
  /** The shapes with handles, when some are being edited on this frame. */
  readonly editable: readonly Shape[];
  /** What else the edited detection has in addition to its box: it moves along, and is drawn. */
  readonly alongside: () => readonly Shape[];
  /** What is drawn in addition to them. */
  readonly adds: Addition | undefined;
  /** The first point of a line between head and tail is the head. */
  readonly headFirst: boolean;
  readonly wire: WireWays;
  /** The shape of the track under the pointer, which is not edited yet: dragging it begins editing and moves it. */
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
  /** `moved`: the whole detection by so much, image pixels. `isDrawn`: it is no change of what was there. */
  | {
      readonly type: "finished";
      readonly shape: Shape;
      readonly moved?: Offset;
      readonly isDrawn?: boolean;
    }
  /** An assistant is asked for a shape; without prompts, nothing is asked for any more. */
  | { readonly type: "ask"; readonly prompts: readonly Prompt[] }
  /** It is finished as soon as all ways between its points are known. */
  | { readonly type: "wait" }
  /** What was answered is right. */
  | { readonly type: "takeAnswer" }
  /** It cannot be done, and why. */
  | { readonly type: "refused"; readonly reason: ToolRefusal }
  /** A drag of what is movable: begin to edit it. If that is refused, the drag is dropped. */
  | { readonly type: "editMovable" }
  | { readonly type: "clicked"; readonly at: ImagePoint; readonly button: PointerButton; readonly shift: boolean }
  | { readonly type: "panned"; readonly dxPx: number; readonly dyPx: number };

export type ToolRefusal = "noPoint" | "fewestPoints" | "tooFewPoints" | "holeOutside";

/** Image pixels. */
export interface Offset {
  readonly dx: number;
  readonly dy: number;
}

export interface ToolResult {
  readonly state: ToolState;
  readonly effects: readonly ToolEffect[];
}

export interface Tool {
  readonly reduce: (state: ToolState, event: ToolEvent, context: ToolContext) => ToolResult;
  /** Shapes and handles to draw; in progress or not. */
  readonly overlay: (state: ToolState, context: ToolContext) => Overlay;
  readonly cursor: (state: ToolState, context: ToolContext) => Cursor;
  /** What of a track this tool edits on a frame; empty: there is nothing yet. */
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => readonly Shape[];
}

export const idle: ToolState = { state: "idle" };

/** The shape in progress, in image pixels, not yet rounded; of points that are being placed the line through them. */
export function shapeOf(state: ToolState): Shape | undefined {
  if (state.state === "placing" || state.state === "tracing") return { kind: "polyline", points: state.points };
  return "shape" in state ? state.shape : undefined;
}

/** What is selected while nothing is pressed. */
export function selectedOf(state: ToolState): PartRef | undefined {
  return "selected" in state ? state.selected : undefined;
}
