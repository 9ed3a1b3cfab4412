/**
 * The parts of the editor that edits use. Each edit function names only the parts it needs and accepts any object that
 * has them; the editor has them all.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Registration } from "../../session/cameras/registration.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { TypeChoices } from "../lists/type-choices.ts";
import type { BlockedReason, Mode, ModeEvent } from "../modes/mode.ts";
import type { Pointer } from "../pointing/pointer.ts";
import type { EditAction } from "../../session/undo/edit-action.ts";
import type { EditorUi, Player } from "../ports.ts";
import type { Refusal } from "../refusal.ts";

export interface Opened {
  readonly workspace: Workspace;
}

/** Makes undo steps. */
export interface Editing extends Opened {
  /** The shown frame; without one, the requested frame. */
  readonly frame: FrameNumber;
  /** The selected track. */
  readonly selected: TrackId | undefined;
  /** A box correction fades over this many frames on each side. */
  readonly softEditFrames: ReadonlySignal<number>;
  transact(action: EditAction, edit: Parameters<Workspace["transact"]>[2], camera?: Camera): EditSummary | undefined;
}

/** Explains why something did not happen. */
export interface Refusing {
  refuse(reason: Refusal, track?: TrackId): void;
}

/** Asks the user and shows parts of the page. */
export interface Asking extends Refusing {
  readonly ui: EditorUi;
}

/** Has a mode and accepts events for it. */
export interface Moded {
  readonly mode: ReadonlySignal<Mode>;
  dispatch(event: ModeEvent): BlockedReason | undefined;
}

/** Plays and seeks. */
export interface Playing {
  readonly player: Player;
}

/** Knows which types the user assigns. */
export interface Typing {
  readonly types: Pick<TypeChoices, "recordAssigned">;
}

/** The pointer's current action: nothing, draw a new shape, or change existing ones. */
export type Drawing = "disabled" | "creation" | "editing";

/** Knows the pointer's state. */
export interface Pointing {
  readonly pointer: Pointer;
  readonly drawing: ReadonlySignal<Drawing>;
}

export interface Activating {
  /** Returns false, and notifies the user, if another camera must stay active. */
  activate(camera: Camera): boolean;
}

export interface Registered {
  /** Only in datasets with several cameras. */
  readonly registration: Registration | undefined;
}
