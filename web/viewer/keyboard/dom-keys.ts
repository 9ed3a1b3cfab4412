/** Whom a key press belongs to: the shortcuts, or what has the focus. */

import type { KeyInput } from "../../editor/keys.ts";

export function toKeyInput(event: KeyboardEvent): KeyInput {
  return { key: event.key, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey, shift: event.shiftKey };
}

const typing =
  "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable=true]";
/** What moves a value, a selection or a focus by itself. */
const arrows =
  "[role=slider], [role=tab], [role=menu], [role=menuitem], [role=listbox], [role=radio], [role=separator]";
const pressable = "button, a, [role=button], [role=checkbox], [role=switch], input[type=checkbox]";

/** True when the focused element has its own use for the key, so that no shortcut may take it. */
export function belongsToFocus(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : undefined;
  if (target === undefined) return false;
  if (target.closest(typing) !== null) return true;
  if (/^(Arrow|Home$|End$|Page)/.test(event.key)) return target.closest(arrows) !== null;
  return (event.key === " " || event.key === "Enter") && !event.shiftKey && target.closest(pressable) !== null;
}

/** A dialog or an open menu takes all keys. Lists of choices are not asked for: their field has the focus while they are open. */
export function isDialogVisible(): boolean {
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
