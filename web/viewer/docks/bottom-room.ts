/** How high the timeline may be: the picture is what people look at. */

import { useSyncExternalStore } from "react";

/** The picture keeps 55 % of the window; the bars around it have the rest, less what they need: CSS pixels. */
const bottomShare = 0.45;
const barsPx = 44 + 36 + 40 + 33 + 22;
const leastBottomPx = 40;

/** @returns CSS pixels that the bottom dock may have in a window of this height */
export const mostBottomPx = (windowPx: number): number =>
  Math.max(leastBottomPx, Math.floor(windowPx * bottomShare - barsPx));

export function useMostBottomPx(): number {
  return useSyncExternalStore(onResize, () => mostBottomPx(innerHeight));
}

function onResize(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
