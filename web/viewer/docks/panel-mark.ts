/** The element that holds a panel, wherever its dock is: can be given the keyboard focus. */

export const panelMark = (id: string) => ({ "data-panel": id, tabIndex: -1 });

/** In the next frame, when it has been drawn. */
export function focusPanel(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(id)}"]`)?.focus());
}
