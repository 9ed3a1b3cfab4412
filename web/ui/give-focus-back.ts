/** Lets keyboard users continue where a dialog was opened, and not at the beginning of the page. */

/** Unless something else has taken it meanwhile; while a dialog is open, nothing under it takes it. */
export function giveFocusBack(to: Element | null): void {
  if (isFocusNowhere() && to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true });
}

export function isFocusNowhere(): boolean {
  const { activeElement: at, body } = document;
  return (at === null || at === body) && document.querySelector("[role=dialog][aria-modal=true]") === null;
}
