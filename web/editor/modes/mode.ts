/**
 * The mode machine: a tagged union for what the editor is doing, and a pure function from a mode and an event to the
 * next mode.
 *
 * Selecting and editing are separate: the selection lives in the workspace, and a mode only names the track it works
 * on. Nothing here touches the dataset; everything to be done outside is returned as effects, in order.
 */

import type { TrackId } from "#core/types";
import type { Shape } from "../../base/shape.ts";
import type { Addition, Offset } from "../tools/tool.ts";
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

export type ModeEvent =
  | SelectingEvent
  | LinkingEvent
  /** Start a new track (N, the add button). Default: with a rectangle. */
  | {
      readonly type: "create";
      readonly geometry?: ToolId;
      readonly isSeries?: true;
    }
  /** The picture of another frame is now on screen. */
  | { readonly type: "frameChanged" }
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

/** Something to do outside the machine. */
export type ModeEffect =
  | SelectingEffect
  | LinkingEffect
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

/** Why an event was refused; the texts are in the catalog under `refusals`. */
export type BlockedReason =
  | "readOnly"
  | "nothingSelected"
  | "noShapeExpected"
  | "nothingEdited"
  | SelectingBlocked
  | LinkingBlocked;

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

export const notEditing: DrawingMode = { kind: "notEditing" };

function to(mode: Mode, ...effects: ModeEffect[]): ModeResult {
  return { mode, effects };
}

/** The track a mode works on, if any. */
export function trackOf(mode: Mode): TrackId | undefined {
  return isDrawing(mode) ? mode.trackId : undefined;
}

/** Whether the mode waits for a shape or edits one. */
export function isDrawing(mode: Mode): mode is Exclude<DrawingMode, { readonly kind: "notEditing" }> {
  return mode.kind === "creating" || mode.kind === "editing";
}

type EditingMode = DrawingMode & { readonly kind: "editing" };

function withoutAddition({ adds: _, ...plain }: EditingMode): EditingMode {
  return plain;
}

/** The state after a shape was added: drawing the next object, or editing the same one again. */
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

function isOneByOne({ newTrack }: ModeContext): boolean {
  return newTrack.mode === "Detection" && newTrack.continuous;
}

/** A detection has one frame: drawing on another frame starts another object. */
function afterFrame(mode: Mode): [Mode, ...ModeEffect[]] {
  if (mode.kind !== "editing" || mode.isDetection !== true) return [mode];
  if (mode.continues !== undefined) return [continueMode(mode), { type: "dropShape" }];
  return [notEditing, { type: "dropShape" }, { type: "select", trackId: undefined }];
}

/**
 * Applies `event` to `mode`: returns the next mode and its effects, or why the event is refused (then nothing changes).
 */
export function reduceMode(mode: Mode, event: ModeEvent, context: ModeContext): ModeResult {
  // Only drawing modes depend on the frame.
  if (event.type === "frameChanged") return to(...afterFrame(mode));
  if (event.type === "link" || event.type === "linked") return reduceLinking(event, context);
  if (mode.kind === "linking") return reduceInLinking(mode, event) ?? reduceMode(notEditing, event, context);
  if (isSelectingEvent(event)) return reduceSelecting(mode, event, context);
  if (!isSelecting(mode)) return reduceDrawing(mode, event, context);
  return reduceInSelecting(mode, event) ?? reduceDrawing(notEditing, event, context);
}

/** The modes that draw or edit a shape, and the one that does nothing. */
function reduceDrawing(
  mode: DrawingMode,
  event: Exclude<ModeEvent, SelectingEvent | LinkingEvent | { readonly type: "frameChanged" }>,
  context: ModeContext,
): ModeResult {
  switch (event.type) {
    case "create":
      if (context.readOnly) return { blocked: "readOnly" };
      return to(
        {
          kind: "creating",
          geometry: event.geometry ?? "rectangle",
          trackId: undefined,
          ...(event.isSeries && { isSeries: true }),
        },
        { type: "dropShape" },
        { type: "select", trackId: undefined },
      );

    case "toggleEdit":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "editing" && mode.trackId === event.trackId) return to(notEditing, { type: "dropShape" });
      return to(
        { kind: "editing", geometry: event.geometry ?? "rectangle", trackId: event.trackId },
        { type: "dropShape" },
        { type: "select", trackId: event.trackId },
      );

    case "edit":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "editing" && mode.trackId === event.trackId) return to(mode);
      // A drag that starts editing continues: no other mode has an unfinished shape to discard.
      return to(
        { kind: "editing", geometry: event.geometry ?? "rectangle", trackId: event.trackId },
        ...(mode.kind === "notEditing" ? [] : [{ type: "dropShape" } as const]),
        { type: "select", trackId: event.trackId },
      );

    case "pickGeometry":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "editing") {
        return to(
          { ...withoutAddition(mode), geometry: event.geometry },
          ...(mode.geometry === event.geometry && mode.adds === undefined ? [] : [{ type: "dropShape" } as const]),
        );
      }
      if (mode.kind === "creating") return to({ ...mode, geometry: event.geometry }, { type: "dropShape" });
      // With nothing to edit, it is the shape of a new track.
      if (context.selected === undefined) {
        return to({ kind: "creating", geometry: event.geometry, trackId: undefined }, { type: "dropShape" });
      }
      return to({ kind: "editing", geometry: event.geometry, trackId: context.selected });

    case "add": {
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "creating" && mode.trackId === undefined && context.selected !== undefined) {
        // One object after another: the last one gets its hole before the next one starts.
        const continues = mode.isSeries ? "series" : isOneByOne(context) ? "one by one" : undefined;
        if (continues === undefined) return { blocked: "nothingEdited" };
        const last = {
          geometry: mode.geometry,
          trackId: context.selected,
          adds: event.adds,
        } as const;
        return to({ kind: "editing", ...last, isDetection: true, continues }, { type: "dropShape" });
      }
      if (mode.kind !== "editing") return { blocked: "nothingEdited" };
      if (mode.adds === event.adds) return to(continueMode(mode), { type: "dropShape" });
      return to({ ...mode, adds: event.adds }, { type: "dropShape" });
    }

    case "select":
      // Clicking the empty canvas first leaves the mode and then clears the selection, as Escape does.
      if (mode.kind === "editing" && event.trackId === undefined) return to(notEditing, { type: "dropShape" });
      if (mode.kind === "editing" && event.trackId === mode.trackId) return to(mode);
      return to(notEditing, { type: "dropShape" }, { type: "select", trackId: event.trackId });

    case "escape":
      // First discard the shape that was being added.
      if (mode.kind === "editing" && mode.adds !== undefined) return to(continueMode(mode), { type: "dropShape" });
      if (mode.kind !== "notEditing") return to(notEditing, { type: "dropShape" });
      return to(notEditing, { type: "dropShape" }, { type: "select", trackId: undefined });

    case "shapeFinished":
      if (context.readOnly) return { blocked: "readOnly" };
      if (mode.kind === "notEditing") return { blocked: "noShapeExpected" };
      if (mode.trackId === undefined) return to(mode, { type: "addTrack", shape: event.shape });
      if (mode.kind === "creating") {
        const drawn: ModeEffect = {
          type: "setShape",
          trackId: mode.trackId,
          shape: event.shape,
          moved: event.moved,
          isDrawn: true,
        };
        return context.newTrack.advanceFrame
          ? to(mode, drawn, { type: "nextFrame" })
          : to({ kind: "editing", geometry: mode.geometry, trackId: mode.trackId }, drawn);
      }
      return to(continueMode(mode), {
        type: "setShape",
        trackId: mode.trackId,
        shape: event.shape,
        moved: event.moved,
        isDrawn: event.isDrawn,
      });

    case "trackAdded": {
      const geometry = mode.kind === "notEditing" ? "rectangle" : mode.geometry;
      const select: ModeEffect = { type: "select", trackId: event.trackId };
      if (mode.kind === "creating" && mode.isSeries) return to(mode, select, { type: "nextFrame" });
      if (context.newTrack.mode === "Detection") {
        const effects: ModeEffect[] = context.newTrack.advanceFrame ? [select, { type: "nextFrame" }] : [select];
        if (context.newTrack.continuous) return to({ kind: "creating", geometry, trackId: undefined }, ...effects);
        // A detection has only this frame: there is nothing of it to edit on the next one.
        if (context.newTrack.advanceFrame) return to(notEditing, ...effects);
        return to(
          {
            kind: "editing",
            geometry,
            trackId: event.trackId,
            isDetection: true,
          },
          select,
        );
      }
      if (context.newTrack.advanceFrame) {
        return to({ kind: "creating", geometry, trackId: event.trackId }, select, { type: "nextFrame" });
      }
      return to({ kind: "editing", geometry, trackId: event.trackId }, select);
    }

    case "tracksRemoved": {
      const effects: ModeEffect[] = [];
      const { selected } = context;
      const isElsewhere = selected !== undefined && event.elsewhere?.includes(selected) === true;
      if (selected !== undefined && !isElsewhere && event.trackIds.includes(selected)) {
        effects.push({ type: "select", trackId: undefined });
      }
      const own = trackOf(mode);
      if (own === undefined || !event.trackIds.includes(own)) return to(mode, ...effects);
      return to(notEditing, { type: "dropShape" }, ...effects);
    }

    case "listEmptied":
      // A mode that waits for a brand-new track does not depend on the list.
      if (mode.kind === "creating") return to(mode);
      return to(notEditing, { type: "dropShape" }, { type: "select", trackId: undefined });

    case "documentReplaced":
      // A mode that waits for a new track keeps waiting, whatever is unfinished.
      if (trackOf(mode) === undefined) return to(mode);
      if (mode.kind === "notEditing" || event.trackId === undefined) return to(notEditing, { type: "dropShape" });
      return to({ ...mode, trackId: event.trackId }, { type: "dropShape" });

    case "readOnlyChanged":
      return to(notEditing, { type: "dropShape" }, { type: "select", trackId: undefined });
  }
}
