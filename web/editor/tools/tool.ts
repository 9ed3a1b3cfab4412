/**
 * A tool: the pointer's behavior on the canvas for one geometry, as three pure functions over small leaf states.
 *
 * With drags: idle -> pointing -> drawing | translating | resizing | draggingVertex | panning -> idle. With clicks:
 * idle -> pointing -> placing (-> tracing -> placing) -> idle. Until the pointer has moved `clickTolerancePx` it is
 * only pointing, so a click never moves anything. The unfinished shape is part of the state, never of the dataset:
 * cancelling means forgetting it, and finishing produces one `finished` effect.
 */

import type { AnnotationCore, FrameNumber, TrackId } from "#core/types";
import type { ImagePoint, ScreenPoint } from "../../base/brand.ts";
import type { Overlay } from "../../base/overlay.ts";
import type { Prompt } from "../../base/prompt.ts";
import type { BoxBounds, Shape } from "../../base/shape.ts";

/** A press that moves less than this is a click; beyond it, a drag. CSS pixels. */
export const clickTolerancePx = 5;

/** Where a box can be grabbed besides its inside: a corner or an edge. */
export type BoxGrip = "nw" | "n" | "ne" | "e" | "se" | "s" | "sw" | "w";

/** The CSS cursors that the canvas uses. */
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

/** A point of one of the edited shapes, or (without `point`) one of its rings. Rings after the first are holes. */
export interface PartRef {
  readonly shape: number;
  readonly ring: number;
  readonly point?: number;
}

/** Where the edited shapes are grabbed. */
export type Grip =
  | { readonly kind: "inside"; readonly part: PartRef }
  | { readonly kind: "side"; readonly side: BoxGrip }
  /** The rotation handle. */
  | { readonly kind: "turn" }
  | { readonly kind: "vertex"; readonly part: PartRef }
  /** The place for a new point, which would get the index of `part`. */
  | { readonly kind: "edge"; readonly part: PartRef };

export type ToolState =
  /** `selected`: the handle that was clicked, or its ring. */
  | { readonly state: "idle"; readonly selected?: PartRef | undefined }
  | {
      readonly state: "pointing";
      readonly start: PointerInput;
      readonly grip: Grip | undefined;
      readonly selected?: PartRef | undefined;
    }
  | { readonly state: "drawing"; readonly anchor: ImagePoint; readonly shape: Shape }
  /** The points clicked so far. `down`: the pointer is pressed for the next one. */
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
  /** The prompts so far. `down`: the pointer is pressed for the next one; `box`: and is dragging a box. */
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
  /** Enter: the unfinished shape is complete. */
  | { readonly type: "finish" }
  /** Delete the selected point, or the one placed last. */
  | { readonly type: "deletePoint" }
  /** The pointer was lost halfway. Points placed earlier stay. */
  | { readonly type: "cancel" };

/** The shape added to a detection that already has shapes of the geometry. */
export type Addition = "shape" | "hole";

/** Two consecutive points of an outline. */
export type Piece = readonly [from: ImagePoint, to: ImagePoint];

/** The known paths along edges between points. */
export interface WirePaths {
  /** Both points included; `undefined` if not known yet. */
  along(from: ImagePoint, to: ImagePoint): readonly ImagePoint[] | undefined;
  /** The best path known so far. */
  toPointer(from: ImagePoint, to: ImagePoint): readonly ImagePoint[];
}

export interface ToolContext {
  /** A shape is awaited: dragging on empty canvas draws instead of panning. */
  readonly canDraw: boolean;
  /** The shapes with handles, if any are being edited on this frame. */
  readonly editable: readonly Shape[];
  /** The other shapes of the edited detection, besides its box: they move along, and are drawn. */
  readonly alongside: () => readonly Shape[];
  /** The shape being added to them. */
  readonly adds: Addition | undefined;
  /** Whether the first point of a head-tail line is the head. */
  readonly headFirst: boolean;
  readonly wire: WirePaths;
  /** The shape of the track under the pointer, not edited yet: dragging it starts editing and moves it. */
  readonly movable: Shape | undefined;
  /** Position of the pointer; `undefined` outside the canvas. */
  readonly pointer: ImagePoint | undefined;
  /** Every drag pans, whatever is under the pointer. */
  readonly pansAnywhere: boolean;
  /** CSS pixels per image pixel: handles keep their size on screen. */
  readonly scale: number;
  /** How much further than a mouse the pointer may miss its target: 1 or more. */
  readonly reach: number;
  /** A click would pick something under the pointer. */
  readonly isOverTrack: boolean;
}

/** How exactly something is pointed at. */
export type Aim = Pick<ToolContext, "scale" | "reach">;

export type ToolEffect =
  /**
   * `moved`: the whole detection moved by this offset, image pixels. `isDrawn`: the user drew the shape, so it does not
   * change an existing one.
   */
  | {
      readonly type: "finished";
      readonly shape: Shape;
      readonly moved?: Offset;
      readonly isDrawn?: boolean;
    }
  /** Asks an assistant for a shape; without prompts, cancels the request. */
  | { readonly type: "ask"; readonly prompts: readonly Prompt[] }
  /** It finishes as soon as the paths of these pieces are known. */
  | { readonly type: "wait"; readonly pieces: readonly Piece[] }
  /** The user accepts the answer. */
  | { readonly type: "accept" }
  /** It cannot be done, and why. */
  | { readonly type: "refused"; readonly reason: ToolRefusal }
  /** A movable shape was dragged: start editing it. If that is refused, the drag is dropped. */
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
  /** The shapes and handles to draw, whether or not a shape is unfinished. */
  readonly overlay: (state: ToolState, context: ToolContext) => Overlay;
  readonly cursor: (state: ToolState, context: ToolContext) => Cursor;
  /** The shapes of a track on a frame that this tool edits; may be empty. */
  readonly read: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => readonly Shape[];
  /** The geometry of the edited detection that a finished shape replaces. Default: what the shape itself names. */
  readonly keyToReplace?: (core: AnnotationCore, track: TrackId, frame: FrameNumber) => string | undefined;
  /** The points to find paths along edges between (`ToolContext.wire`), if it needs any now. */
  readonly pathPoints?: (state: ToolState) => readonly ImagePoint[] | undefined;
}

export const idle: ToolState = { state: "idle" };

/** The unfinished shape, in image pixels, not rounded yet; while points are being placed, the line through them. */
export function shapeOf(state: ToolState): Shape | undefined {
  if (state.state === "placing" || state.state === "tracing") return { kind: "polyline", points: state.points };
  return "shape" in state ? state.shape : undefined;
}

/** The selected part while nothing is pressed. */
export function selectedOf(state: ToolState): PartRef | undefined {
  return "selected" in state ? state.selected : undefined;
}
