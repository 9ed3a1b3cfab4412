/**
 * The mode machine: a tagged union for what the editor is doing, and a pure function from a mode and an event to the
 * next mode.
 *
 * Selecting and editing are separate: the selection lives in the workspace, and a mode only names the track it works
 * on. Nothing here touches the dataset; everything to be done outside is returned as effects, in order.
 */

import type { TrackId } from "#core/types";
import {
  notEditing,
  reduceDrawing,
  reduceFrameChange,
  type DrawingBlocked,
  type DrawingEffect,
  type DrawingEvent,
  type DrawingMode,
} from "./drawing-mode.ts";
import {
  reduceInLinking,
  reduceLinking,
  type LinkingBlocked,
  type LinkingEffect,
  type LinkingEvent,
  type LinkingMode,
} from "./linking-mode.ts";
import {
  isSelecting,
  isSelectingEvent,
  reduceInSelecting,
  reduceSelecting,
  type SelectingBlocked,
  type SelectingEffect,
  type SelectingEvent,
  type SelectingMode,
} from "./selecting-mode.ts";

/** The geometries that a pointer can draw. */
export type Geometry = "rectangle" | "polygon" | "headTail" | "line";

/**
 * The pointer's tool: one for each geometry, or one that asks for a shape and has no geometry of its own.
 */
export type ToolId = Geometry | "segment" | "wire";

export type Mode = DrawingMode | SelectingMode | LinkingMode;

export type ModeEvent =
  | DrawingEvent
  | SelectingEvent
  | LinkingEvent
  /** The picture of another frame is now on screen. */
  | { readonly type: "frameChanged" };

/** Something to do outside the machine. */
export type ModeEffect = DrawingEffect | SelectingEffect | LinkingEffect;

/** Why an event was refused; the texts are in the catalog under `refusals`. */
export type BlockedReason = "readOnly" | DrawingBlocked | SelectingBlocked | LinkingBlocked;

export interface ModeContext {
  readonly readOnly: boolean;
  readonly selected: TrackId | undefined;
  readonly selectedCount: number;
  /** The part of "New Annotation Settings" that decides what follows a new track. */
  readonly newTrack: {
    readonly mode: "Track" | "Detection";
    readonly advanceFrame: boolean;
    readonly continuous: boolean;
  };
}

export type ModeResult =
  | { readonly mode: Mode; readonly effects: readonly ModeEffect[]; readonly blocked?: undefined }
  | { readonly blocked: BlockedReason };

/**
 * Applies `event` to `mode`: returns the next mode and its effects, or why the event is refused (then nothing changes).
 */
export function reduceMode(mode: Mode, event: ModeEvent, context: ModeContext): ModeResult {
  // Only drawing modes depend on the frame.
  if (event.type === "frameChanged") return reduceFrameChange(mode);
  if (event.type === "link" || event.type === "linked") return reduceLinking(event, context);
  if (mode.kind === "linking") return reduceInLinking(mode, event) ?? reduceMode(notEditing, event, context);
  if (isSelectingEvent(event)) return reduceSelecting(mode, event, context);
  if (!isSelecting(mode)) return reduceDrawing(mode, event, context);
  return reduceInSelecting(mode, event) ?? reduceDrawing(notEditing, event, context);
}
