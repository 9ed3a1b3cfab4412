/**
 * Auto-save, if the user wants it: a few seconds after the last change, and every half minute while changes continue;
 * within a second for people who save as they go. A failed save is retried with the next change, or by `resume-save.ts`
 * if the server was unreachable.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import type { Saver } from "./saver.ts";
import type { Workspace } from "../workspace.ts";

/** After the last change. */
export const autosaveQuietMs = 5000;
/** After the first unsaved change. */
export const maxAutosaveMs = 30_000;
/** The same for people who save as they go: several steps made together, or keys held down, are one save. */
export const asYouGoQuietMs = 150;
export const maxAsYouGoMs = 800;

export interface AutosaveParts {
  readonly workspace: Workspace;
  readonly saver: Saver;
  /** A shape is unfinished: others' changes must not be merged now. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Saves, and shows the user a failure. */
  readonly save: () => Promise<void>;
}

/** Returns a function that stops it. */
export function startAutosave({ workspace, saver, isBusy, save }: AutosaveParts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirtySinceMs: number | undefined;
  /** The last change that a save was tried for. */
  let tried: number | undefined;

  function saveNow(): void {
    tried = workspace.steps.lastMove.peek()?.number ?? 0;
    void save();
  }

  const stop = effect(() => {
    const { kind } = saver.state.value;
    const change = workspace.steps.lastMove.value?.number ?? 0;
    const { autosave, asYouGo } = workspace.settings.settings.value.savingSettings;
    clearTimeout(timer);
    if (kind === "saved") dirtySinceMs = undefined;
    const isOn = autosave || asYouGo;
    if (kind !== "dirty" || !isOn || isBusy.value || workspace.readOnly.value !== undefined || tried === change) return;
    dirtySinceMs ??= Date.now();
    const maxMs = dirtySinceMs + (asYouGo ? maxAsYouGoMs : maxAutosaveMs) - Date.now();
    timer = setTimeout(saveNow, Math.max(0, Math.min(asYouGo ? asYouGoQuietMs : autosaveQuietMs, maxMs)));
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
