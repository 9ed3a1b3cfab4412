/** Buttons in bars and lists do not take the focus when clicked, so that shortcuts keep working. */

import type { MouseEvent } from "react";
import { focusCanvas } from "./focus-canvas.ts";

const taking = "button, label, input[type=checkbox], a, [data-track]";
const needing = "input:not([type=checkbox]), [role=slider]";
const typing = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** For `onMouseDown`. Fields and sliders still get the focus, and Tab still reaches everything. */
export function keepFocus(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(taking) === null || target.closest(needing) !== null) return;
  event.preventDefault();
  leaveField(target);
}

/** Fields commit on blur, so a press that takes no focus must blur them too. */
function leaveField(target: Element): void {
  const field = document.activeElement;
  if (field?.matches(typing) !== true) return;
  // Except for buttons of the field itself, and of the dialog or menu that contains it.
  if (field.parentElement?.contains(target) === true || field.closest("[role=dialog]") !== null) return;
  focusCanvas();
}
