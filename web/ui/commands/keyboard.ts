/** Dispatches key presses to commands. One listener for the whole application. */

import { useEffect } from "react";
import type { KeyInput } from "../../commands/keys.ts";
import { findCommand, pressKey, type KeyContext } from "../../commands/press-key.ts";
import { isAwaiting, stopAwaiting } from "../../base/lazy.ts";
import { dialogs } from "../dialogs/dialogs.ts";
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
 * Presses made while a dialog was open, with the dialog. Recorded before any handler runs: the Escape that closes a
 * dialog must not also leave the mode, although the dialog is gone when the next handler runs.
 */
const pressedInDialog = new WeakMap<KeyboardEvent, Element>();
globalThis.addEventListener(
  "keydown",
  (event) => {
    const dialog = openDialog();
    if (dialog !== undefined) pressedInDialog.set(event, dialog);
  },
  { capture: true },
);

/** Fields with typed text that is not committed yet. Enter commits it, in multi-line fields Ctrl+Enter. */
const touched = new WeakSet<EventTarget>();
globalThis.addEventListener("input", ({ target }) => target && touched.add(target), { capture: true });
globalThis.addEventListener("focusout", ({ target }) => target && touched.delete(target), { capture: true });
globalThis.addEventListener(
  "keydown",
  ({ key, ctrlKey, metaKey, target }) => {
    const isGiven = key === "Enter" && (ctrlKey || metaKey || !(target instanceof HTMLTextAreaElement));
    if (isGiven && target !== null) touched.delete(target);
  },
  { capture: true },
);

/** How long a key waits for the dialog that a preceding Escape closes. A busy page takes a while to remove it. */
const closingMs = 500;

export function useCommandKeys(): void {
  useEffect(() => {
    /** The dialog in which Escape was the last key. */
    let escaped: Element | undefined;

    function onKeyDown(event: KeyboardEvent): void {
      const dialog = pressedInDialog.get(event);
      const isTyping = belongsToFocus(event);
      if (dialog !== undefined && dialog === escaped && !isTyping) {
        event.preventDefault();
        const input = toKeyInput(event);
        void isGone(dialog).then((gone) => {
          const where = { isTyping: false, isDialogVisible: hasDialogOpened(), hasDialogOpened };
          if (gone) pressKey(contextsAt(document.activeElement), input, where);
        });
        return;
      }
      escaped = event.key === "Escape" ? dialog : undefined;
      if (event.key === "Escape" && isOpening()) {
        event.preventDefault();
        stopAwaiting();
        dialogs.stopOpening();
        return;
      }
      const contexts = contextsAt(event.target);
      const isUntouched = event.target === null || !touched.has(event.target);
      const isDialogVisible = dialog !== undefined || isOpening();
      const where = { isTyping, isUntouched, isDialogVisible, hasDialogOpened };
      if (isTyping ? pressInField(contexts, event, where) : pressKey(contexts, toKeyInput(event), where))
        event.preventDefault();
      // The browser's "save page" is never intended while a dataset is open, not even from a text field.
      else if (contexts.viewer !== undefined && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s")
        event.preventDefault();
    }
    // Not on the window: an open tooltip also listens here, handles Escape and stops its propagation.
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** A field commits its text on blur, and gets the focus back after the command. */
function pressInField(contexts: ReturnType<typeof contextsAt>, event: KeyboardEvent, where: KeyContext): boolean {
  const { target: field } = event;
  const input = toKeyInput(event);
  const isTaken = event.defaultPrevented || event.isComposing || !(field instanceof HTMLElement);
  if (isTaken || findCommand(contexts, input, where) === undefined) return false;
  field.blur();
  pressKey(contexts, input, where);
  field.focus({ preventScroll: true });
  return true;
}

/**
 * Whether no command, field or dialog, open or opening, uses this key press. For listeners that run after
 * `useCommandKeys`.
 */
export function isFreeKey(event: KeyboardEvent): boolean {
  return !pressedInDialog.has(event) && !isOpening() && !belongsToFocus(event);
}

/** False if it is still open after a while: the Escape was not for it. */
async function isGone(dialog: Element): Promise<boolean> {
  for (const end = performance.now() + closingMs; dialog.isConnected && performance.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return !dialog.isConnected;
}

/** A list of choices is a field without typing. */
const typing =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button], [readonly][aria-haspopup=listbox]), textarea, select, [contenteditable=true], [aria-haspopup=listbox][aria-expanded=true]";
/** Elements in which arrow keys change a value, a selection or the focus. */
const arrows =
  "[role=slider], [role=tab], [role=menu], [role=menuitem], [role=listbox], [role=radio], [role=separator], [aria-haspopup=listbox]";
const pressable =
  "button, a, [role=button], [role=checkbox], [role=switch], [aria-haspopup=listbox], input[type=checkbox]";

/** Whether the focused element uses the key itself, so that no shortcut may take it. */
function belongsToFocus(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : undefined;
  if (target === undefined) return false;
  if (target.closest(typing) !== null) return true;
  if (/^(Arrow|Home$|End$|Page)/.test(event.key)) return target.closest(arrows) !== null;
  return (event.key === " " || event.key === "Enter") && !event.shiftKey && target.closest(pressable) !== null;
}

/**
 * A dialog or an open menu takes all keys. Lists of choices need no check: their field has the focus while they are
 * open.
 */
function openDialog(): Element | undefined {
  return [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu]")].at(-1);
}

function hasDialogOpened(): boolean {
  return openDialog() !== undefined || isOpening();
}

/** Whether a dialog or menu was opened but is not on the page yet. */
function isOpening(): boolean {
  return isAwaiting() || dialogs.isOpening;
}
