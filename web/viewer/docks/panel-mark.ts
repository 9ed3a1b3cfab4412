/** The element that contains a panel, in whichever dock; focusable. */

export const panelMark = (id: string) => ({ "data-panel": id, tabIndex: -1 });

/** Waits for the next frame, when the panel has been rendered. */
export function focusPanel(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(id)}"]`)?.focus());
}
