/**
 * Automatic saving, if the user wants it: a few seconds after the last change, and every half minute while changes go
 * on. What cannot be saved now is tried again with the next change; what found no server, by `resume-save.ts`.
 */

import type { ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import type { Saver } from "./saver.ts";
import type { Workspace } from "../workspace.ts";

/** After the last change. */
export const autosaveQuietMs = 5000;
/** After the first one that is not saved. */
export const autosaveLongestMs = 30_000;

export interface AutosaveParts {
  readonly workspace: Workspace;
  readonly saver: Saver;
  /** A shape is half drawn: what others have saved must not come in between. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Saves, and shows the user a failure. */
  readonly save: () => Promise<void>;
}

/** Returns how to stop. */
export function startAutosave({ workspace, saver, isBusy, save }: AutosaveParts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dirtySinceMs: number | undefined;
  /** The last change of which a save was tried. */
  let tried: number | undefined;

  function saveNow(): void {
    tried = workspace.lastMove.peek()?.number ?? 0;
    void save();
  }

  const stop = effect(() => {
    const { kind } = saver.state.value;
    const change = workspace.lastMove.value?.number ?? 0;
    const isOn = workspace.settings.settings.value.savingSettings.autosave;
    clearTimeout(timer);
    if (kind === "saved") dirtySinceMs = undefined;
    if (kind !== "dirty" || !isOn || isBusy.value || workspace.readOnly.value !== undefined || tried === change) return;
    dirtySinceMs ??= Date.now();
    const longestMs = dirtySinceMs + autosaveLongestMs - Date.now();
    timer = setTimeout(saveNow, Math.max(0, Math.min(autosaveQuietMs, longestMs)));
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
