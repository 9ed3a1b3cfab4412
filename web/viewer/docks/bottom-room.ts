/** Limits the height of the timeline, so that the picture keeps most of the window. */

import { useSyncExternalStore } from "react";

/** The picture keeps 55 % of the window; the dock gets the rest, less the bars around it, CSS pixels. */
const bottomShare = 0.45;
const barsPx = 44 + 36 + 40 + 33 + 22;
const minBottomPx = 40;

/** Below this height the timeline starts collapsed, CSS pixels. */
export const lowQuery = "(max-height: 599px)";

/** @returns the maximum height of the bottom dock in a window of this height, CSS pixels */
export const maxBottomPx = (windowPx: number): number =>
  Math.max(minBottomPx, Math.floor(windowPx * bottomShare - barsPx));

export function useMaxBottomPx(): number {
  return useSyncExternalStore(onResize, () => maxBottomPx(innerHeight));
}

function onResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
