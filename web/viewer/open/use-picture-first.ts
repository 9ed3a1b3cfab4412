/**
 * The picture with its boxes is what people open a dataset for: it is drawn before bars, lists and timelines are put
 * around it, which takes several times as long.
 */

import { effect } from "../../base/effect.ts";
import { startTransition, useEffect, useState } from "react";
import { afterNextFrame } from "../../base/after-frame.ts";
import { useViewer } from "../viewer-context.ts";

/** Milliseconds that the other parts wait for a picture which does not come. */
const patienceMs = 1000;

/** Whether the other parts may come. */
export function usePictureFirst(): boolean {
  const { workspace } = useViewer();
  const [mayCome, setMayCome] = useState(false);
  useEffect(() => {
    let isGone = false;
    const come = (): void => {
      // In pieces, between which the page answers input.
      if (!isGone) startTransition(() => setMayCome(true));
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
  }, [workspace]);
  return mayCome;
}
