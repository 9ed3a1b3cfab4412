/**
 * Keys pressed between the request for a type field and its appearance: the row of a track that was just drawn is
 * rendered a moment later. They are kept and then typed into the field, so that a fast typist loses no letter.
 */
import { afterNextFrame } from "../../../base/after-frame.ts";

/** Keeps keys until a field takes the focus. If none does soon, the keys are dropped: they were not for the page. */
export function keepKeysForField(): void {
  const kept: KeyboardEvent[] = [];
  let hasCome = false;
  let replayed: KeyboardEvent | undefined;

  function keep(event: KeyboardEvent): void {
    if (event === replayed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    kept.push(event);
  }
  function stop(): void {
    globalThis.removeEventListener("keydown", keep, { capture: true });
    document.removeEventListener("focusin", onFocus);
  }
  async function onFocus({ target }: FocusEvent): Promise<void> {
    if (!(target instanceof HTMLInputElement)) return;
    document.removeEventListener("focusin", onFocus);
    hasCome = true;
    // Those pressed while others are replayed come after them.
    for (let next = kept.shift(); next !== undefined; next = kept.shift()) {
      await new Promise((resolve) => setTimeout(resolve));
      press((replayed = new KeyboardEvent("keydown", { ...initOf(next), bubbles: true, cancelable: true })));
    }
    stop();
  }

  globalThis.addEventListener("keydown", keep, { capture: true });
  document.addEventListener("focusin", onFocus);
  // The list renders new rows at low priority, a frame or two later.
  afterNextFrame(() => afterNextFrame(() => !hasCome && stop()));
}

const initOf = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): KeyboardEventInit => ({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
});

/** The browser's reaction to a real key press, as far as fields need it. */
function press(event: KeyboardEvent): void {
  const target = document.activeElement;
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (target?.dispatchEvent(event) !== true || !(target instanceof HTMLInputElement)) return;
  if (isText) document.execCommand("insertText", false, event.key);
  else if (event.key === "Backspace") document.execCommand("delete");
}
