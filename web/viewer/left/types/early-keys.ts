/**
 * Keys pressed between the request for a type field and its appearance: the row of a track that was just drawn is
 * rendered a moment later. They are kept and then typed into the field, so that a fast typist loses no letter.
 */
import { afterNextFrame } from "../../../base/after-frame.ts";

/** A row that is listed is rendered at low priority: on a busy machine this takes a second. Milliseconds. */
const maxWaitMs = 5000;

/**
 * Keeps keys until a field takes the focus. If none does, the keys are dropped: they were not for the page.
 * @param willCome a field is expected, so that it is worth waiting for longer than a frame or two
 */
export function keepKeysForField(willCome: () => boolean): void {
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
  const deadline = performance.now() + maxWaitMs;
  const wait = (): void => {
    if (hasCome) return;
    if (willCome() && performance.now() < deadline) afterNextFrame(wait);
    else stop();
  };
  // Where no row is listed, a field elsewhere comes a frame or two later.
  afterNextFrame(() => afterNextFrame(wait));
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
