/**
 * The picture with its boxes is what people open a dataset for: it is drawn before bars, lists and timelines are put
 * around it, which takes several times as long. These come one after the other, so that the page answers in between.
 */

import { startTransition, useEffect, useState } from "react";
import { afterNextFrame } from "../../base/after-frame.ts";
import { effect } from "../../base/effect.ts";
import { useViewer } from "../viewer-context.ts";

/** Milliseconds that the other parts wait for a picture which does not come. */
const patienceMs = 1000;

/** How many of `count` other parts are there. */
export function usePictureFirst(count: number): number {
  const { workspace } = useViewer();
  const [there, setThere] = useState(0);
  const isWaiting = there === 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isGone = false;
    const come = (): void => {
      // In pieces, between which the page answers input.
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
    // The browser lays out what has come before the next part comes.
    const timer = setTimeout(() => startTransition(() => setThere(there + 1)), 0);
    return () => clearTimeout(timer);
  }, [isWaiting, there, count]);
  return there;
}
