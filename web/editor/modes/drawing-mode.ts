/**
 * The modes that draw or edit a shape, and the one that does nothing. Part of the mode machine (`mode.ts`).
 */

import type { TrackId } from "#core/types";
import type { Shape } from "../../base/shape.ts";
import type { Addition, Offset } from "../tools/tool.ts";
import type { Mode, ModeContext, ModeResult, ToolId } from "./mode.ts";

export type DrawingMode =
  | { readonly kind: "notEditing" }
  /**
   * Waiting for a shape. Without `trackId`, the shape starts a new track; with it, the shape becomes a keyframe of that
   * track ("Advance Frame": draw, step, draw again). `isSeries`: single detections, one per frame, whatever the
   * settings say.
   */
  | {
      readonly kind: "creating";
      readonly geometry: ToolId;
      readonly trackId: TrackId | undefined;
      readonly isSeries?: true;
    }
  /**
   * `adds`: the next shape is an additional one of the geometry, or a hole in one. `isDetection`: a single detection,
   * which ends with its frame. `continues`: after this shape, wait for the next object.
   */
  | {
      readonly kind: "editing";
      readonly geometry: ToolId;
      readonly trackId: TrackId;
      readonly adds?: Addition | undefined;
      readonly isDetection?: true;
      readonly continues?: "one by one" | "series";
    };

export type DrawingEvent =
  /** Start a new track (N, the add button). Default: with a rectangle. */
  | {
      readonly type: "create";
      readonly geometry?: ToolId;
      readonly isSeries?: true;
    }
  /** Edit this track, or stop editing it (the edit toggle, a right click). Default: its rectangle. */
  | { readonly type: "toggleEdit"; readonly trackId: TrackId; readonly geometry?: ToolId }
  /** Edit this track, even if it is being edited already (a double click, dragging the selection). */
  | { readonly type: "edit"; readonly trackId: TrackId; readonly geometry?: ToolId }
  /** Draw or edit with this geometry (the digit keys, the tool buttons). */
  | { readonly type: "pickGeometry"; readonly geometry: ToolId }
  /** Draw another shape or a hole; the same event again cancels that. */
  | { readonly type: "add"; readonly adds: Addition }
  /** The user chose a track on the canvas or in the list; `undefined`: clicked the empty canvas. */
  | { readonly type: "select"; readonly trackId: TrackId | undefined }
  | { readonly type: "escape" }
  /** The tool finished a shape when the pointer came up. */
  | {
      readonly type: "shapeFinished";
      readonly shape: Shape;
      readonly moved?: Offset | undefined;
      readonly isDrawn?: boolean;
    }
  /** The new track requested by a `shapeFinished` now exists. */
  | { readonly type: "trackAdded"; readonly trackId: TrackId }
  /** Tracks are gone (deleted, or their creation undone). `elsewhere`: those that still exist on another camera. */
  | {
      readonly type: "tracksRemoved";
      readonly trackIds: readonly TrackId[];
      readonly elsewhere?: readonly TrackId[];
    }
  /** The filters leave nothing to show. */
  | { readonly type: "listEmptied" }
  | { readonly type: "readOnlyChanged" }
  /** Another document is shown. `trackId`: the id of the mode's track in it; `undefined`: it does not exist there. */
  | { readonly type: "documentReplaced"; readonly trackId: TrackId | undefined };

export type DrawingEffect =
  | { readonly type: "select"; readonly trackId: TrackId | undefined }
  | { readonly type: "addTrack"; readonly shape: Shape }
  /** `moved`: the whole detection moves by this offset. */
  | {
      readonly type: "setShape";
      readonly trackId: TrackId;
      readonly shape: Shape;
      readonly moved?: Offset | undefined;
      /** The user drew it, so it does not change an existing shape. */
      readonly isDrawn?: boolean | undefined;
    }
  | { readonly type: "nextFrame" }
  /** Discard the tool's unfinished shape. */
  | { readonly type: "dropShape" };

export type DrawingBlocked = "nothingSelected" | "noShapeExpected" | "nothingEdited";

type EditingMode = DrawingMode & { readonly kind: "editing" };
type OfType<Event, Type> = Event & { readonly type: Type };

export const notEditing: DrawingMode = { kind: "notEditing" };

/** Events that need the right to edit. */
const editingEvents: ReadonlySet<string> = new Set<DrawingEvent["type"]>([
  "create",
  "toggleEdit",
  "edit",
  "pickGeometry",
  "add",
  "shapeFinished",
]);

/** The track a mode works on, if any. */
export function trackOf(mode: Mode): TrackId | undefined {
  return isDrawing(mode) ? mode.trackId : undefined;
}

/** Whether the mode waits for a shape or edits one. */
export function isDrawing(mode: Mode): mode is Exclude<DrawingMode, { readonly kind: "notEditing" }> {
  return mode.kind === "creating" || mode.kind === "editing";
}

/** A detection has one frame: drawing on another frame starts another object. */
export function reduceFrameChange(mode: Mode): ModeResult {
  if (mode.kind !== "editing" || mode.isDetection !== true) return { mode, effects: [] };
  return mode.continues === undefined ? reset() : drop(continueMode(mode));
}

export function reduceDrawing(mode: DrawingMode, event: DrawingEvent, context: ModeContext): ModeResult {
  if (context.readOnly && editingEvents.has(event.type)) return { blocked: "readOnly" };
  switch (event.type) {
    case "create":
      return drop(
        {
          kind: "creating",
          geometry: event.geometry ?? "rectangle",
          trackId: undefined,
          ...(event.isSeries && { isSeries: true }),
        },
        { type: "select", trackId: undefined },
      );
    case "toggleEdit":
    case "edit":
      return edit(mode, event);
    case "pickGeometry":
      return pickGeometry(mode, event.geometry, context);
    case "add":
      return add(mode, event.adds, context);
    case "select":
      // Clicking the empty canvas first leaves the mode and then clears the selection, as Escape does.
      if (mode.kind === "editing" && event.trackId === undefined) return drop(notEditing);
      if (mode.kind === "editing" && event.trackId === mode.trackId) return to(mode);
      return drop(notEditing, { type: "select", trackId: event.trackId });
    case "escape":
      // First discard the shape that was being added.
      if (mode.kind === "editing" && mode.adds !== undefined) return drop(continueMode(mode));
      return mode.kind === "notEditing" ? reset() : drop(notEditing);
    case "shapeFinished":
      return finishShape(mode, event, context);
    case "trackAdded":
      return afterTrackAdded(mode, event.trackId, context);
    case "tracksRemoved":
      return afterTracksRemoved(mode, event, context);
    case "listEmptied":
      // A mode that waits for a brand-new track does not depend on the list.
      return mode.kind === "creating" ? to(mode) : reset();
    case "documentReplaced":
      // A mode that waits for a new track keeps waiting, whatever is unfinished.
      if (trackOf(mode) === undefined) return to(mode);
      if (mode.kind === "notEditing" || event.trackId === undefined) return drop(notEditing);
      return drop({ ...mode, trackId: event.trackId });
    case "readOnlyChanged":
      return reset();
  }
}

function edit(mode: DrawingMode, event: OfType<DrawingEvent, "edit" | "toggleEdit">): ModeResult {
  const { geometry = "rectangle", trackId } = event;
  if (mode.kind === "editing" && mode.trackId === trackId) return event.type === "edit" ? to(mode) : drop(notEditing);
  const next = { kind: "editing", geometry, trackId } as const;
  const select = { type: "select", trackId } as const;
  // A drag that starts editing continues: no other mode has an unfinished shape to discard.
  return event.type === "edit" && mode.kind === "notEditing" ? to(next, select) : drop(next, select);
}

function pickGeometry(mode: DrawingMode, geometry: ToolId, { selected }: ModeContext): ModeResult {
  if (mode.kind === "editing") {
    const next = { ...withoutAddition(mode), geometry };
    return mode.geometry === geometry && mode.adds === undefined ? to(next) : drop(next);
  }
  if (mode.kind === "creating") return drop({ ...mode, geometry });
  // With nothing to edit, it is the shape of a new track.
  if (selected === undefined) return drop({ kind: "creating", geometry, trackId: undefined });
  return to({ kind: "editing", geometry, trackId: selected });
}

function add(mode: DrawingMode, adds: Addition, { newTrack, selected }: ModeContext): ModeResult {
  if (mode.kind === "creating" && mode.trackId === undefined && selected !== undefined) {
    // One object after another: the last one gets its hole before the next one starts.
    const isOneByOne = newTrack.mode === "Detection" && newTrack.continuous;
    const continues = mode.isSeries ? "series" : isOneByOne ? "one by one" : undefined;
    if (continues === undefined) return { blocked: "nothingEdited" };
    const { geometry } = mode;
    return drop({ kind: "editing", geometry, trackId: selected, adds, isDetection: true, continues });
  }
  if (mode.kind !== "editing") return { blocked: "nothingEdited" };
  return drop(mode.adds === adds ? continueMode(mode) : { ...mode, adds });
}

function finishShape(
  mode: DrawingMode,
  { shape, moved, isDrawn }: OfType<DrawingEvent, "shapeFinished">,
  { newTrack }: ModeContext,
): ModeResult {
  if (mode.kind === "notEditing") return { blocked: "noShapeExpected" };
  const { geometry, trackId } = mode;
  if (trackId === undefined) return to(mode, { type: "addTrack", shape });
  if (mode.kind === "editing") return to(continueMode(mode), { type: "setShape", trackId, shape, moved, isDrawn });
  const drawn: DrawingEffect = { type: "setShape", trackId, shape, moved, isDrawn: true };
  return newTrack.advanceFrame
    ? to(mode, drawn, { type: "nextFrame" })
    : to({ kind: "editing", geometry, trackId }, drawn);
}

function afterTrackAdded(mode: DrawingMode, trackId: TrackId, { newTrack }: ModeContext): ModeResult {
  const geometry = mode.kind === "notEditing" ? "rectangle" : mode.geometry;
  const select: DrawingEffect = { type: "select", trackId };
  if (mode.kind === "creating" && mode.isSeries) return to(mode, select, { type: "nextFrame" });
  const effects: DrawingEffect[] = newTrack.advanceFrame ? [select, { type: "nextFrame" }] : [select];
  if (newTrack.mode === "Track") {
    return to({ kind: newTrack.advanceFrame ? "creating" : "editing", geometry, trackId }, ...effects);
  }
  if (newTrack.continuous) return to({ kind: "creating", geometry, trackId: undefined }, ...effects);
  // A detection has only this frame: there is nothing of it to edit on the next one.
  if (newTrack.advanceFrame) return to(notEditing, ...effects);
  return to({ kind: "editing", geometry, trackId, isDetection: true }, ...effects);
}

function afterTracksRemoved(
  mode: DrawingMode,
  { trackIds, elsewhere }: OfType<DrawingEvent, "tracksRemoved">,
  { selected }: ModeContext,
): ModeResult {
  const isDeselected = selected !== undefined && trackIds.includes(selected) && !elsewhere?.includes(selected);
  const effects: DrawingEffect[] = isDeselected ? [{ type: "select", trackId: undefined }] : [];
  const edited = trackOf(mode);
  const isEnded = edited !== undefined && trackIds.includes(edited);
  return isEnded ? drop(notEditing, ...effects) : to(mode, ...effects);
}

function withoutAddition({ adds: _, ...plain }: EditingMode): EditingMode {
  return plain;
}

/** The mode after a shape was added: drawing the next object, or editing the same one again. */
function continueMode(mode: EditingMode): DrawingMode {
  const { continues, geometry } = mode;
  if (continues === undefined) return withoutAddition(mode);
  return {
    kind: "creating",
    geometry,
    trackId: undefined,
    ...(continues === "series" && { isSeries: true }),
  };
}

function to(mode: DrawingMode, ...effects: DrawingEffect[]): ModeResult {
  return { mode, effects };
}

/** Goes to a mode without the unfinished shape. */
function drop(mode: DrawingMode, ...effects: DrawingEffect[]): ModeResult {
  return to(mode, { type: "dropShape" }, ...effects);
}

/** Ends drawing and editing, and deselects. */
function reset(): ModeResult {
  return drop(notEditing, { type: "select", trackId: undefined });
}
