/**
 * Picks registration points without a mouse: arrow keys move the crosshair, and Enter places the point and switches to
 * the other camera.
 */

import type { Activating, Opened, Pointing, Registered } from "../edits/editing.ts";

/** Whether arrows and Enter apply to a point of the active camera. Reads signals. */
export function picksPoints({ registration, workspace }: Opened & Registered): boolean {
  return registration?.isPicking.value === true && registration.otherThan(workspace.active.value) !== undefined;
}

export function pickAtCrosshair(editor: Opened & Registered & Pointing & Activating): void {
  const { pointer, registration, workspace } = editor;
  const at = pointer.keys.crosshair.peek();
  const camera = workspace.active.peek();
  if (at === undefined || registration?.pick(camera, at) !== true) return;
  pointer.keys.rest();
  const next = registration.otherThan(camera);
  if (next !== undefined) editor.activate(next);
}
