/**
 * Delays actions on a requested frame until its picture is on screen, so that nothing is drawn or changed on the
 * picture of another frame.
 */

import { untracked, type ReadonlySignal } from "@preact/signals-core";
import { writingEffect } from "../../base/effect.ts";
import type { FrameNumber } from "#core/types";
import type { Workspace } from "../../session/workspace.ts";
import type { EditorUi, Player } from "../ports.ts";

export class PictureWait {
  readonly #workspace: Workspace;
  readonly #player: Player;
  readonly #ui: EditorUi;
  readonly #shownFrame: ReadonlySignal<FrameNumber | undefined>;
  /** Actions requested while the picture of this frame was loading. */
  #waiting: { readonly frame: number; readonly actions: (() => void)[] } | undefined;
  readonly dispose: () => void;

  constructor(workspace: Workspace, player: Player, ui: EditorUi, shownFrame: ReadonlySignal<FrameNumber | undefined>) {
    this.#workspace = workspace;
    this.#player = player;
    this.#ui = ui;
    this.#shownFrame = shownFrame;
    this.dispose = writingEffect(() => {
      void shownFrame.value;
      void player.frame.value;
      void workspace.active.value.mediaError.value;
      void workspace.active.value.wanted.value;
      // Signals read by the actions must not be tracked here.
      untracked(() => this.#runNext());
    });
  }

  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /**
   * Runs an action once the picture is on screen, usually at once. If the picture cannot be shown, or another frame is
   * requested first, the user is notified instead.
   */
  whenShown(action: () => void): void {
    const frame = this.#player.frame.peek();
    if (this.#isMissing()) return this.#ui.refuse("pictureMissing");
    if (this.#shownFrame.peek() === frame) return action();
    if (this.#waiting?.frame !== frame) this.#waiting = { frame, actions: [] };
    this.#waiting.actions.push(action);
  }

  /** Runs an action after everything that is waiting. */
  then(action: () => void): void {
    if (this.#waiting === undefined) action();
    else this.#waiting.actions.push(action);
  }

  forget(): void {
    this.#waiting = undefined;
  }

  #runNext(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const isMissing = this.#isMissing();
    const isAnother = this.#player.frame.peek() !== waiting.frame;
    if (!isMissing && !isAnother && this.#shownFrame.peek() !== waiting.frame) return;
    this.#waiting = undefined;
    if (isMissing || isAnother) return this.#ui.refuse(isMissing ? "pictureMissing" : "pictureChanged");
    for (const action of waiting.actions) action();
  }

  #isMissing(): boolean {
    const { mediaError, wanted } = this.#workspace.active.peek();
    return mediaError.peek() !== undefined || wanted.peek() === undefined;
  }
}
