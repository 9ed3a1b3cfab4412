/**
 * Draws the picture with its boxes first, since that is what people open a dataset for. Bars, lists and timelines take
 * several times as long; they follow one by one, so that the page stays responsive.
 */

import { startTransition, useEffect, useState } from "react";
import { afterNextFrame } from "../../base/after-frame.ts";
import { effect } from "../../base/effect.ts";
import { useViewer } from "../viewer-context.ts";

/** How long the other parts wait for a picture that does not arrive, ms. */
const patienceMs = 1000;

/** How many of `count` other parts to render by now. */
export function usePictureFirst(count: number): number {
  const { workspace } = useViewer();
  const [there, setThere] = useState(0);
  const isWaiting = there === 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isGone = false;
    const come = (): void => {
      // A transition renders in slices, between which the page handles input.
      if (!isGone) startTransition(() => setThere(1));
    };
    const timer = setTimeout(come, patienceMs);
    const stop = effect(() => {
      const { mediaError, shown } = workspace.active.value;
      if (shown.value !== undefined || mediaError.value !== undefined) afterNextFrame(come);
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop();
    };
  }, [workspace, isWaiting]);
  useEffect(() => {
    if (isWaiting || there === count) return undefined;
    // Lets the browser lay out each part before the next one.
    const timer = setTimeout(() => startTransition(() => setThere(there + 1)), 0);
    return () => clearTimeout(timer);
  }, [isWaiting, there, count]);
  return there;
}
