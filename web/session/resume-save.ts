/** A save that somebody asked for and that found no server is done when the server answers again. */

import { effect, untracked, type ReadonlySignal } from "@preact/signals-core";
import type { Saver } from "./saver.ts";

export interface ResumeParts {
  readonly saver: Saver;
  readonly isReachable: ReadonlySignal<boolean>;
  /** A shape is half drawn: what others have saved must not come in between. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Saves, and tells the person when that failed. */
  readonly save: () => Promise<void>;
}

/** Returns how to stop. */
export function resumeSave({ saver, isReachable, isBusy, save }: ResumeParts): () => void {
  let wasReachable = isReachable.peek();
  let isDue = false;
  return effect(() => {
    const { kind } = saver.state.value;
    const isBack = isReachable.value && !wasReachable;
    wasReachable = isReachable.value;
    // A save that is under way when the server comes back may be one that it has not heard.
    if (isBack) isDue = kind === "offline" || kind === "saving";
    if (kind === "saved") isDue = false;
    if (!isDue || kind === "saving" || isBusy.value) return;
    isDue = false;
    untracked(() => {
      saver.noteReachable();
      void save();
    });
  });
}
