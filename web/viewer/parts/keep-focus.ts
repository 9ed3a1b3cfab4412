/** Buttons of bars and lists do not take the focus when they are clicked, so that the keys go on working. */

import type { MouseEvent } from "react";

const taking = "button, label, input[type=checkbox], a, [data-track]";
const needing = "input:not([type=checkbox]), [role=slider]";

/** For `onMouseDown`. Fields and sliders still get the focus, and Tab reaches everything. */
export function keepFocus(event: MouseEvent): void {
  const target = event.target as Element;
  if (target.closest(taking) !== null && target.closest(needing) === null) event.preventDefault();
}
