/**
 * Returns the keyboard focus to the canvas after a slider or a divider was dragged: the user wants to see the picture
 * change, and the next arrow key is meant for it. Escape on them does the same. Users who reach them by Tab keep the
 * focus and move them with the arrow keys. When the focused element disappears (a menu, a panel), the canvas gets the
 * focus too.
 */

import { useEffect } from "react";
import { isFocusNowhere } from "../../ui/dialogs/restore-focus.ts";
import { focusCanvas } from "./focus-canvas.ts";

/** The thumb of a slider has the focus, but clicking its track focuses the root, which then gets the arrow keys. */
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
    // After a touch, browsers send mouse events that take the focus again.
    addEventListener("click", end, options);
    addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Element)) return;
        // In a dialog, Escape closes the dialog.
        if (event.target.closest(draggable) === null || event.target.closest("[role=dialog]") !== null) return;
        event.preventDefault();
        leave();
      },
      { ...options, capture: true },
    );
    const stopWatching = watchForLoss();
    return () => {
      stop.abort();
      stopWatching();
    };
  }, []);
}

/** Menus and dialogs return the focus themselves within this time, ms. */
const mantineReturnMs = 30;

function watchForLoss(): () => void {
  let focused: Element | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = ({ target }: FocusEvent): void => {
    focused = target instanceof Element && target !== document.body ? target : undefined;
  };
  const observer = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (isFocusNowhere()) focusCanvas();
    }, mantineReturnMs);
  });
  addEventListener("focusin", note);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    removeEventListener("focusin", note);
  };
}

function isDraggable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(draggable) !== null;
}

/** Inside a dialog the focus stays inside, but leaves the slider. */
function leave(): void {
  const focused = document.activeElement;
  if (focused?.closest(draggable) == null) return;
  const dialog = focused.closest<HTMLElement>("[role=dialog]");
  if (dialog === null) return focusCanvas();
  dialog.tabIndex = -1;
  dialog.focus({ preventScroll: true });
}
