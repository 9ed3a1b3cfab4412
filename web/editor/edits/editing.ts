/**
 * What edits take of the editor: each function names the parts that it uses, and works with whatever has them. The
 * editor has them all.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import type { EditSummary, FrameNumber, TrackId } from "#core/types";
import type { Camera } from "../../session/cameras/camera.ts";
import type { Registration } from "../../session/cameras/registration.ts";
import type { Workspace } from "../../session/workspace.ts";
import type { TypeChoices } from "../lists/type-choices.ts";
import type { BlockedReason, Mode, ModeEvent } from "../modes/mode.ts";
import type { Pointer } from "../pointing/pointer.ts";
import type { EditLabel, EditorUi, Player, Refusal } from "../ports.ts";

export interface Opened {
  readonly workspace: Workspace;
}

/** Makes steps of undo. */
export interface Editing extends Opened {
  /** The shown one; without one, the requested one. */
  readonly frame: FrameNumber;
  /** The selected track. */
  readonly selected: TrackId | undefined;
  /** A correction of a box fades over so many frames on both sides. */
  readonly softReach: ReadonlySignal<number>;
  transact(label: EditLabel, edit: Parameters<Workspace["transact"]>[2], camera?: Camera): EditSummary | undefined;
}

/** Says why something does not happen. */
export interface Refusing {
  refuse(reason: Refusal, track?: TrackId): void;
}

/** Asks the person and shows things of the page. */
export interface Asking extends Refusing {
  readonly ui: EditorUi;
}

/** Knows the mode and gives it events. */
export interface Moded {
  readonly mode: ReadonlySignal<Mode>;
  dispatch(event: ModeEvent): BlockedReason | undefined;
}

/** Plays and seeks. */
export interface Playing {
  readonly player: Player;
}

/** Knows which types the person gives. */
export interface Typing {
  readonly types: Pick<TypeChoices, "noteGiven">;
}

/** What the pointer does: nothing, drawing a new shape, or changing those there are. */
export type Drawing = "disabled" | "creation" | "editing";

/** Knows what the pointer holds, and what it does. */
export interface Pointing {
  readonly pointer: Pointer;
  readonly drawing: ReadonlySignal<Drawing>;
}

export interface Activating {
  /** Returns false, and tells the person, where another camera has to stay the active one. */
  activate(camera: Camera): boolean;
}

export interface Registered {
  /** Of several cameras. */
  readonly registration: Registration | undefined;
}
