/**
 * Gives the keyboard back to the canvas after a gesture on a slider or a divider: whoever drags one wants to see the
 * picture change, and the next arrow key is meant for it. Escape on them does the same. Who comes by Tab stays, and moves
 * them with the arrows.
 */

import { useEffect } from "react";
import { focusCanvas } from "./focus-canvas.ts";

/** A slider is its thumb; its root takes the focus of a click on the track, and the arrow keys with it. */
const draggable = "[role=slider], [role=separator], .mantine-Slider-root";

export function useFocusReturn(): void {
  useEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    let hasPointer = false;
    const end = (): void => {
      if (hasPointer) leave();
    };
    addEventListener("pointerdown", ({ target }) => (hasPointer = isDraggable(target)), { ...options, capture: true });
    addEventListener("pointerup", end, options);
    addEventListener("pointercancel", end, options);
    // After a touch the events of a mouse follow, and take the focus again.
    addEventListener("click", end, options);
    addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Element)) return;
        // In a dialog Escape closes that.
        if (event.target.closest(draggable) === null || event.target.closest("[role=dialog]") !== null) return;
        event.preventDefault();
        leave();
      },
      { ...options, capture: true },
    );
    return () => stop.abort();
  }, []);
}

function isDraggable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(draggable) !== null;
}

/** Inside a dialog the focus stays inside, but off the slider. */
function leave(): void {
  const focused = document.activeElement;
  if (focused?.closest(draggable) == null) return;
  const dialog = focused.closest<HTMLElement>("[role=dialog]");
  if (dialog === null) return focusCanvas();
  dialog.tabIndex = -1;
  dialog.focus({ preventScroll: true });
}
