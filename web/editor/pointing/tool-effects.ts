/** Carries out the effects of tools: finished shapes become edits, clicks select, drags pan, prompts ask a model. */

import type { FrameNumber, TrackId } from "#core/types";
import type { Prompt } from "../../base/prompt.ts";
import { boundsOfShape, type BoxBounds, type Shape } from "../../base/shape.ts";
import type { BlockedReason, ModeEvent } from "../modes/mode.ts";
import type { Offset, Piece, ToolEffect } from "../tools/tool.ts";
import type { EditableShapes } from "./editable-shapes.ts";
import type { Hover } from "./hover.ts";
import type { PointerScene } from "./scene.ts";

/** The ways in which the pointer changes something outside itself; the editor provides them. */
export interface PointerActions {
  /** Sends an event to the mode. Returns why it was refused, after telling the user. */
  dispatch(event: ModeEvent): BlockedReason | undefined;
  /** Starts editing a track, or stops if it is being edited, with the geometry that suits it. */
  edit(track: TrackId, type: "edit" | "toggleEdit"): void;
  /** Moves or stretches everything that is selected together, as one step. */
  moveTogether(ids: readonly TrackId[], offset: Offset): void;
  stretchTogether(ids: readonly TrackId[], from: BoxBounds, to: BoxBounds): void;
  /** Asks for the object that the prompts describe. */
  ask(prompts: readonly Prompt[]): void;
  /** Accepts the suggestion. Returns whether there was one. */
  acceptSuggestion(): boolean;
}

export interface ToolEffectsParts {
  readonly scene: PointerScene;
  readonly actions: PointerActions;
  readonly shapes: EditableShapes;
  readonly hover: Hover;
  /** Puts the tool back to rest. */
  readonly rest: () => void;
  /** Finishes the unfinished shape once the paths of its pieces are known. */
  readonly finishLater: (pieces: readonly Piece[]) => void;
}

/** The circumstances of the event that caused the effect. */
export interface EffectCause {
  /** The picture that the tool's state belongs to. */
  readonly frame: FrameNumber | undefined;
  /** Ctrl was held when the pointer went down. */
  readonly withCtrl: boolean;
}

export class ToolEffects {
  readonly #parts: ToolEffectsParts;

  constructor(parts: ToolEffectsParts) {
    this.#parts = parts;
  }

  carryOut(effect: ToolEffect, cause: EffectCause): void {
    const { actions, scene } = this.#parts;
    switch (effect.type) {
      case "finished":
        if (scene.mode.peek().kind === "notEditing") return this.#editTogether(effect.shape, effect.moved);
        actions.dispatch({ ...effect, shape: this.#inPlace(effect.shape, cause.frame), type: "shapeFinished" });
        return;
      case "ask":
        return actions.ask(effect.prompts);
      case "wait":
        return this.#parts.finishLater(effect.pieces);
      case "accept":
        if (!actions.acceptSuggestion()) scene.ui.refuse("nothingProposed");
        return;
      case "refused":
        return scene.ui.refuse(effect.reason);
      case "editMovable":
        return this.#editMovable();
      case "panned":
        return scene.view.pan(effect.dxPx, effect.dyPx);
      case "clicked":
        return this.#click(effect, cause);
    }
  }

  /** A click with Ctrl toggles a track in the selection; with Shift it adds the track. */
  choose(
    hit: TrackId | undefined,
    { isMore, isToggle }: { readonly isMore: boolean; readonly isToggle: boolean },
  ): void {
    const { actions } = this.#parts;
    if (hit === undefined && (isToggle || isMore)) return;
    if (hit === undefined || !(isToggle || isMore)) actions.dispatch({ type: "select", trackId: hit });
    else if (isToggle) actions.dispatch({ type: "toggleSelected", trackId: hit });
    else actions.dispatch({ type: "selectMore", trackIds: [hit] });
  }

  #click({ at, button, shift }: ToolEffect & { readonly type: "clicked" }, { withCtrl }: EffectCause): void {
    const { actions, hover, scene } = this.#parts;
    if (button === "middle") return;
    // The track under the pointer when it was pressed: in a playing video it has moved on.
    const hit = hover.track.peek() ?? hover.trackAt(at);
    if (button === "secondary") {
      if (hit === undefined) scene.ui.openMenu(scene.view.toScreen(at));
      else actions.edit(hit, "toggleEdit");
      return;
    }
    // While a shape is awaited, a click is a drag that was too short.
    if (scene.mode.peek().kind !== "creating") this.choose(hit, { isMore: shift, isToggle: withCtrl });
  }

  /** Starts editing the shape that the drag moves. */
  #editMovable(): void {
    const { actions, rest, scene, shapes } = this.#parts;
    const track = shapes.movableTrack();
    const refusal = scene.workspace.editRefusal.peek();
    // Tracks selected together move together, and none of them is edited on its own.
    const isTogether = track !== undefined && shapes.together.peek().includes(track);
    if (isTogether && refusal !== undefined) scene.ui.refuse(refusal);
    const isBegun = isTogether
      ? refusal === undefined
      : track !== undefined && actions.dispatch({ type: "edit", trackId: track }) === undefined;
    if (isBegun) scene.player.pause();
    else rest();
  }

  #editTogether(shape: Shape, moved: Offset | undefined): void {
    const { actions, shapes } = this.#parts;
    const ids = shapes.together.peek();
    const from = shapes.shapes.peek()[0];
    if (moved !== undefined) actions.moveTogether(ids, moved);
    else if (from !== undefined) actions.stretchTogether(ids, boundsOfShape(from), boundsOfShape(shape));
  }

  /** The shape under the key of the geometry that it replaces in the edited detection. */
  #inPlace(shape: Shape, frame: FrameNumber | undefined): Shape {
    const { scene, shapes } = this.#parts;
    const mode = scene.mode.peek();
    if (mode.kind !== "editing" || frame === undefined) return shape;
    const key = shapes.tool().keyToReplace?.(scene.workspace.core, mode.trackId, frame);
    return key === undefined ? shape : { ...shape, key };
  }
}
