/** Whether the main pointer is a finger, which needs larger targets: for sizes that CSS cannot set. */

import { useSyncExternalStore } from "react";

const query = "(pointer: coarse)";

/** Follows changes, as when a mouse is plugged into a tablet. */
export function useCoarsePointer(): boolean {
  return useSyncExternalStore(subscribe, isCoarsePointer);
}

export function isCoarsePointer(): boolean {
  return window.matchMedia(query).matches;
}

function subscribe(notify: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener("change", notify);
  return () => list.removeEventListener("change", notify);
}
