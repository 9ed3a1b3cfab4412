/**
 * Space held over the canvas pans with any drag. Tapping it still runs its shortcut: the key is passed on when it is
 * released without a drag.
 */
import type { Editor } from "../../../editor/editor.ts";

/** Returns a function that stops watching. */
export function watchSpace(editor: Editor, place: HTMLElement): () => void {
  const stop = new AbortController();
  let held: "no" | "waiting" | "dragged" = "no";

  function isPlain(event: KeyboardEvent): boolean {
    return event.code === "Space" && !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
  }

  /** The focus is on a canvas or nowhere, and the pointer is over this one. */
  function isOverCanvas(event: KeyboardEvent): boolean {
    const onCanvas = event.target instanceof Element && event.target.matches("[data-canvas]");
    const hasFocus = event.target === document.body || onCanvas;
    return hasFocus && place.matches(":hover");
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isTrusted || !isPlain(event) || !(held !== "no" || isOverCanvas(event))) return;
    // A held key repeats: it would scroll the page and run the shortcut.
    event.preventDefault();
    event.stopImmediatePropagation();
    if (held !== "no") return;
    held = "waiting";
    editor.pointer.setPansAnywhere(true);
  }

  function onKeyUp(event: KeyboardEvent): void {
    if (held === "no" || event.code !== "Space") return;
    const wasTap = held === "waiting";
    release();
    if (!wasTap) return;
    const { key, code } = event;
    (event.target ?? document.body).dispatchEvent(
      new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true }),
    );
  }

  function release(): void {
    held = "no";
    editor.pointer.setPansAnywhere(false);
  }

  const options = { signal: stop.signal, capture: true };
  globalThis.addEventListener("keydown", onKeyDown, options);
  globalThis.addEventListener("keyup", onKeyUp, options);
  globalThis.addEventListener("blur", release, options);
  place.addEventListener("pointerdown", () => (held = held === "waiting" ? "dragged" : held), options);
  return () => {
    stop.abort();
    editor.pointer.setPansAnywhere(false);
  };
}
