/** The element that holds a panel, wherever its dock lies: can be given the keyboard. */

export const panelMark = (id: string) => ({ "data-panel": id, tabIndex: -1 });

/** In the next frame, when it has been drawn. */
export function focusPanel(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-panel="${CSS.escape(id)}"]`)?.focus());
}
