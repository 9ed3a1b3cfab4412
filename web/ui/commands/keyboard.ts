/** Feeds key presses to the commands. One listener for the whole application. */

import { useEffect } from "react";
import type { KeyInput } from "../../commands/keys.ts";
import { pressKey } from "../../commands/press-key.ts";
import { contextsAt } from "./scopes.ts";

export function toKeyInput(event: KeyboardEvent): KeyInput {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
  };
}

/**
 * Presses that found a dialog open. Noted before anybody handles them: the Escape that closes a dialog must not leave the
 * mode as well, and the key after it finds the dialog gone.
 */
const pressedInDialog = new WeakSet<KeyboardEvent>();
globalThis.addEventListener("keydown", (event) => isDialogVisible() && pressedInDialog.add(event), { capture: true });

export function useCommandKeys(): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const where = { isTyping: belongsToFocus(event), isDialogVisible: pressedInDialog.has(event) };
      const contexts = contextsAt(event.target);
      if (pressKey(contexts, toKeyInput(event), where)) event.preventDefault();
      // Saving the page is never what somebody wants while a dataset is open, not even from a text field.
      else if (contexts.viewer !== undefined && event.ctrlKey && event.key.toLowerCase() === "s")
        event.preventDefault();
    }
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, []);
}

const typing =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=true]";
/** What moves a value, a selection or a focus by itself. */
const arrows =
  "[role=slider], [role=tab], [role=menu], [role=menuitem], [role=listbox], [role=radio], [role=separator]";
const pressable = "button, a, [role=button], [role=checkbox], [role=switch], input[type=checkbox]";

/** True when the focused element has its own use for the key, so that no shortcut may take it. */
function belongsToFocus(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : undefined;
  if (target === undefined) return false;
  if (target.closest(typing) !== null) return true;
  if (/^(Arrow|Home$|End$|Page)/.test(event.key)) return target.closest(arrows) !== null;
  return (event.key === " " || event.key === "Enter") && !event.shiftKey && target.closest(pressable) !== null;
}

/** A dialog or an open menu takes all keys. Lists of choices are not asked for: their field has the focus while they are open. */
function isDialogVisible(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
