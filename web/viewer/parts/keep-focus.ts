/** Buttons of bars and lists do not take the focus when they are clicked, so that the keys go on working. */

import type { MouseEvent } from "react";
import { focusCanvas } from "./focus-canvas.ts";

const taking = "button, label, input[type=checkbox], a, [data-track]";
const needing = "input:not([type=checkbox]), [role=slider]";
const typing = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** For `onMouseDown`. Fields and sliders still get the focus, and Tab reaches everything. */
export function keepFocus(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(taking) === null || target.closest(needing) !== null) return;
  event.preventDefault();
  leaveField(target);
}

/** What is typed counts when its field is left: a press that takes no focus leaves it too. */
function leaveField(target: Element): void {
  const field = document.activeElement;
  if (field?.matches(typing) !== true) return;
  // Buttons of the field itself, and of the dialog or the menu that it is in.
  if (field.parentElement?.contains(target) === true || field.closest("[role=dialog]") !== null) return;
  focusCanvas();
}
