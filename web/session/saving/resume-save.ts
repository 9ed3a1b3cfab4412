/**
 * Completes a requested save once the server can be reached again: at once when the live stream is back, or, if that
 * never broke (a proxy in front of a server that is starting), every few seconds. The same for a save that the server
 * could not do, after the delay it asked for.
 */

import { computed, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { effect } from "../../base/effect.ts";
import { backoffMs } from "./backoff.ts";
import type { Saver, SaveState } from "./saver.ts";

export interface ResumeParts {
  readonly saver: Saver;
  readonly isReachable: ReadonlySignal<boolean>;
  /** A shape is unfinished: others' changes must not be merged now. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Saves, and shows the user a failure, unless there is still no server. */
  readonly save: () => Promise<void>;
}

const isUnsent = (kind: SaveState["kind"]): boolean => kind === "offline" || kind === "postponed";

/** Returns a function that stops it. */
export function resumeSave({ saver, isReachable, isBusy, save }: ResumeParts): () => void {
  const kind = computed(() => saver.state.value.kind);
  const isDue = signal(false);
  let wasReachable = isReachable.peek();
  let tries = 0;

  const stopWaiting = effect(() => {
    if (kind.value === "saved" || kind.value === "dirty") tries = 0;
    if (!isUnsent(kind.value) || !isReachable.value) return;
    tries += 1;
    const waitMs = backoffMs(tries, saver.retryAfterMs);
    saver.recordNextRetry(new Date(Date.now() + waitMs));
    const timer = setTimeout(() => (isDue.value = true), waitMs);
    return () => {
      clearTimeout(timer);
      saver.recordNextRetry(undefined);
    };
  });
  const stopResuming = effect(() => {
    const isBack = isReachable.value && !wasReachable;
    wasReachable = isReachable.value;
    // A save in progress when the server comes back may not have reached it.
    if (isBack) isDue.value = isUnsent(kind.value) || kind.value === "saving";
    if (kind.value === "saved") isDue.value = false;
    if (!isDue.value || kind.value === "saving" || isBusy.value) return;
    isDue.value = false;
    untracked(() => void save());
  });
  return () => {
    stopWaiting();
    stopResuming();
  };
}
